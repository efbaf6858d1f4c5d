export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
