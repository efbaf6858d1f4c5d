import type { Pdf } from './fit-text.ts';

/**
 * The title for readers that look for it in XML, and `more` descriptions besides. pdfkit's own way writes what hosts wrote into the XML as it
 * is.
 */
export function describePdf(pdf: Pdf, more = ''): void {
  const addInfo = (): void =>
    pdf.appendXML(
      `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${byNumbers(String(pdf.info.Title))}</rdf:li></rdf:Alt></dc:title></rdf:Description>${more}`,
    );
  Object.assign(pdf, { _addInfo: addInfo });
}

/** Each letter by its number: a host's `endstream` would end the XML for whoever looks for the word. */
export const byNumbers = (text: string): string =>
  Array.from(text.toWellFormed().replace(/\p{Cc}/gu, ' '), (letter) => `&#${letter.codePointAt(0)};`).join(
    '',
  );
