import type { Box, Pdf } from './fit-text.ts';

type Element = PDFKit.PDFStructureElement;

/**
 * One page of a document that can be read aloud: everything on it has a tag that says what it is, in the order in which it is
 * drawn, or is decoration, which readers pass over.
 */
export type TicketSheet = {
  pdf: Pdf;
  heading(level: 1 | 2, draw: () => unknown): void;
  paragraph(draw: () => unknown): void;
  /** A picture, and what is said in its place. */
  figure(alt: string, box: Box, draw: () => unknown): void;
  decorate(draw: () => unknown): void;
  /** Row by row, each cell by itself. The first row names the columns. */
  table(rows: (() => unknown)[][]): void;
  /** Its box leads to the address; `says` is for those who hear it. */
  link(url: string, says: string, box: Box, draw: () => unknown): void;
};

/** Adds a page, lets it be drawn, and closes its part of the document. */
export function drawSheet(pdf: Pdf, document: Element, draw: (sheet: TicketSheet) => void): void {
  pdf.addPage();
  const part = pdf.struct('Sect');
  document.add(part);
  const tag = (type: string, drawn: () => unknown, options: PDFKit.Mixins.StructureElementOptions = {}) =>
    void part.add(pdf.struct(type, options, drawn));
  draw({
    pdf,
    heading: (level, drawn) => tag(`H${level}`, drawn),
    paragraph: (drawn) => tag('P', drawn),
    figure(alt, { x, y, width, height }, drawn) {
      // Its position, for readers that show it. Not in pdfkit's types.
      const bbox = [x, y, x + width, y + height];
      tag('Figure', drawn, { alt, bbox } as PDFKit.Mixins.StructureElementOptions);
    },
    decorate(drawn) {
      pdf.markContent('Artifact', { type: 'Layout' });
      drawn();
      pdf.endMarkedContent();
    },
    table(rows) {
      const tagged = rows.map((cells, index) =>
        pdf.struct(
          'TR',
          {},
          cells.map((drawn) => pdf.struct(index === 0 ? 'TH' : 'TD', {}, drawn)),
        ),
      );
      part.add(pdf.struct('Table', {}, tagged));
    },
    link(url, says, { x, y, width, height }, drawn) {
      const link = pdf.struct('Link', {}, () => {
        drawn();
        // Not in pdfkit's types: what is heard is an object of it, other texts would be names.
        const options = { structParent: link, Contents: Object(says) } as PDFKit.Mixins.AnnotationOption;
        pdf.link(x, y, width, height, url, options);
      });
      part.add(pdf.struct('P', {}, [link]));
    },
  });
  part.end();
}
