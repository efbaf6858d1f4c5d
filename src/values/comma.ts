/** Between the parts of a name or a moment, as the language writes it. Takes a language or a locale of it. */
export const commaOf = (language: string): string => (language.startsWith('ar') ? '، ' : ', ');
