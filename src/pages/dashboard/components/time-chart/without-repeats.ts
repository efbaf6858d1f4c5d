/** The labels of an axis. Short ones may round two ticks to the same text: the second one says nothing. */
export const withoutRepeats = (labels: readonly string[]): string[] =>
  labels.map((label, nr) => (label === labels[nr - 1] ? '' : label));
