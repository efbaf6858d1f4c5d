import type { Pdf } from '../../../tickets/fit-text.ts';
import type { Invoice } from '../../invoice.ts';
import { writeCii } from './write-cii.ts';
import { element } from './xml-element.ts';

const FILE_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
/** Readers look for these in the metadata, and PDF/A wants them described. */
const PROPERTIES = [
  { name: 'DocumentType', value: 'INVOICE', description: 'The kind of the document' },
  { name: 'DocumentFileName', value: FILE_NAME, description: 'The name of the file that is attached' },
  { name: 'Version', value: '1.0', description: 'The version of the file’s standard' },
  { name: 'ConformanceLevel', value: 'EN 16931', description: 'The profile of the file' },
];

/** Attaches the invoice as a file that programs read. The PDF says the same to people. */
export function embedFacturX(pdf: Pdf, invoice: Invoice): void {
  const options = {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Factur-X',
    // Not in pdfkit's types.
    relationship: 'Alternative',
    creationDate: invoice.issuedAt,
    modifiedDate: invoice.issuedAt,
  };
  pdf.file(Buffer.from(writeCii(invoice)), options);
}

/** The metadata of a PDF with a Factur-X file, besides those of every PDF. */
export const FACTUR_X_METADATA = [
  element(
    'rdf:Description',
    PROPERTIES.map(({ name, value }) => element(`fx:${name}`, value)),
    { 'rdf:about': '', 'xmlns:fx': NAMESPACE },
  ),
  // PDF/A takes no property that it is not told of.
  element(
    'rdf:Description',
    [
      element('pdfaExtension:schemas', [
        element('rdf:Bag', [
          resource([
            element('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
            element('pdfaSchema:namespaceURI', NAMESPACE),
            element('pdfaSchema:prefix', 'fx'),
            element('pdfaSchema:property', [element('rdf:Seq', PROPERTIES.map(describeProperty))]),
          ]),
        ]),
      ]),
    ],
    {
      'rdf:about': '',
      'xmlns:pdfaExtension': 'http://www.aiim.org/pdfa/ns/extension/',
      'xmlns:pdfaSchema': 'http://www.aiim.org/pdfa/ns/schema#',
      'xmlns:pdfaProperty': 'http://www.aiim.org/pdfa/ns/property#',
    },
  ),
].join('');

function describeProperty({ name, description }: (typeof PROPERTIES)[number]): string {
  return resource([
    element('pdfaProperty:name', name),
    element('pdfaProperty:valueType', 'Text'),
    element('pdfaProperty:category', 'external'),
    element('pdfaProperty:description', description),
  ]);
}

function resource(content: string[]): string {
  return element('rdf:li', content, { 'rdf:parseType': 'Resource' });
}
