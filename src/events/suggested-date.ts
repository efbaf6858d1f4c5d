/** Until a host says when: four weeks after the day on which the draft was made, at seven in the evening on the event's own clock. */
export const suggestedStartSql = (madeAt: string, timezone: string): string =>
  `((date_trunc('day', ${madeAt} AT TIME ZONE ${timezone}) + interval '28 days 19 hours') AT TIME ZONE ${timezone})`;
