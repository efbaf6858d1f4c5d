/** A field of a form that was left empty is as if it were left out: plain forms send `""`, and others null. */
export const given = (text: string | null | undefined): string | undefined =>
  text === null || text === '' ? undefined : text;
