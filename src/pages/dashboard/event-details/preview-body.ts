import { Object as Body, String } from 'typebox';
import { MAX_MARKDOWN_CHARACTERS } from '../../../values/rich-text.ts';

export const PreviewBody = Body(
  { markdown: String({ maxLength: MAX_MARKDOWN_CHARACTERS, format: 'paragraphs' }) },
  { additionalProperties: false },
);
