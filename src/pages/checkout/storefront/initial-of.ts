const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of a name, for where its picture would be. */
export const initialOf = (name: string): string => [...letters.segment(name)][0]?.segment ?? '';
