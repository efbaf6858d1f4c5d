import assert from 'node:assert/strict';
import type { PDFiumLibrary } from '@hyzyla/pdfium';

/** PDFium's functions that its package has no method for. Texts are UTF-16 with a zero at the end, sizes are in bytes. */
type Calls = Record<
  | '_FPDFCatalog_IsTagged'
  | '_FPDF_StructTree_GetForPage'
  | '_FPDF_StructTree_CountChildren'
  | '_FPDF_StructTree_GetChildAtIndex'
  | '_FPDF_StructElement_CountChildren'
  | '_FPDF_StructElement_GetChildAtIndex'
  | '_FPDF_StructElement_GetType'
  | '_FPDF_StructElement_GetAltText'
  | '_FPDFPage_CountObjects'
  | '_FPDFPage_GetObject'
  | '_FPDFPageObj_CountMarks',
  (...handles: number[]) => number
> & { HEAPU8: Uint8Array; wasmExports: { malloc(bytes: number): number; free(address: number): void } };

/** The tags of a page as a reader finds them, in its order: `H1`, `Figure: what is said of it`. All that is on the page has one, or is decoration. */
export async function tagsOf(library: PDFiumLibrary, pdf: Buffer, pageIndex: number): Promise<string[]> {
  const document = await library.loadDocument(pdf);
  const { module: calls, documentIdx } = document as unknown as { module: Calls; documentIdx: number };
  assert.equal(calls._FPDFCatalog_IsTagged(documentIdx), 1, 'it is tagged');
  const { pageIdx: page } = document.getPage(pageIndex) as unknown as { pageIdx: number };
  for (let index = 0; index < calls._FPDFPage_CountObjects(page); index++) {
    const marks = calls._FPDFPageObj_CountMarks(calls._FPDFPage_GetObject(page, index));
    assert.ok(marks > 0, `object ${index} of the page has no tag and is no decoration`);
  }
  const tree = calls._FPDF_StructTree_GetForPage(page);
  const tags = children(tree, calls._FPDF_StructTree_CountChildren, calls._FPDF_StructTree_GetChildAtIndex);
  const found = tags.flatMap((tag) => describe(calls, tag));
  document.destroy();
  return found;
}

function describe(calls: Calls, element: number): string[] {
  const read = (get: Calls['_FPDF_StructElement_GetType']): string => {
    const bytes = get(element, 0, 0);
    const address = calls.wasmExports.malloc(bytes);
    get(element, address, bytes);
    const text = Buffer.from(calls.HEAPU8.subarray(address, address + Math.max(bytes - 2, 0)));
    calls.wasmExports.free(address);
    return text.toString('utf16le');
  };
  const type = read(calls._FPDF_StructElement_GetType);
  const alt = read(calls._FPDF_StructElement_GetAltText);
  const within = children(
    element,
    calls._FPDF_StructElement_CountChildren,
    calls._FPDF_StructElement_GetChildAtIndex,
  );
  return [alt === '' ? type : `${type}: ${alt}`, ...within.flatMap((child) => describe(calls, child))];
}

/** The marks of drawn content, which a tag holds besides other tags, are null here. */
function children(
  of: number,
  count: (of: number) => number,
  at: (of: number, index: number) => number,
): number[] {
  return Array.from({ length: count(of) }, (_, index) => at(of, index)).filter((child) => child !== 0);
}
