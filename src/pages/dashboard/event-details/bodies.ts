import { Array, Boolean, Integer, Number, Object as Body, Optional, String } from 'typebox';
import { DoorsMinutes, Nullable, OneOf, WallTimeText } from '../../../values/body-schema.ts';
import { MAX_MARKDOWN_CHARACTERS } from '../../../rules/rich-text.ts';

export const MAX_HEADLINERS = 50;

const Word = (maxLength: number) => String({ maxLength, format: 'line-or-empty' });
const Line = (maxLength: number) => String({ minLength: 1, maxLength, format: 'line' });
const Text = (maxLength: number) => String({ minLength: 1, maxLength, format: 'paragraphs' });

const Position = Body(
  { lat: Number({ minimum: -90, maximum: 90 }), lng: Number({ minimum: -180, maximum: 180 }) },
  { additionalProperties: false },
);

const Headliner = Body(
  {
    /** Null for a new one. */
    headlinerId: Nullable(String({ format: 'uuid' })),
    name: Line(200),
    role: Word(100),
    /** The file of its picture, as answered by the upload. Left out: it keeps its picture. */
    imageFile: Optional(Nullable(String({ minLength: 1, maxLength: 200, format: 'word' }))),
  },
  { additionalProperties: false },
);

/** The changed details of an event, and the version that the member saw. The database has the same limits. */
export const DetailsBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    name: Optional(Line(200)),
    slug: Optional(String({ minLength: 1, maxLength: 100, format: 'word' })),
    categorySlug: Optional(String({ minLength: 1, maxLength: 100, format: 'word' })),
    previewDescription: Optional(String({ maxLength: 500, format: 'paragraphs' })),
    description: Optional(String({ maxLength: MAX_MARKDOWN_CHARACTERS, format: 'paragraphs' })),
    /** `plain` is for texts from before Markdown; they stay as they are. */
    descriptionFormat: Optional(OneOf(['plain', 'markdown'])),
    startsAt: Optional(WallTimeText()),
    closesAt: Optional(WallTimeText()),
    doorsMinutes: Optional(Nullable(DoorsMinutes)),
    timezone: Optional(String({ maxLength: 60, format: 'timezone' })),
    state: Optional(Word(100)),
    lga: Optional(Word(100)),
    venue: Optional(Nullable(Line(200))),
    street: Optional(Nullable(Line(300))),
    isOnline: Optional(Boolean()),
    directions: Optional(Nullable(Text(2_000))),
    position: Optional(Nullable(Position)),
    hideLocation: Optional(Boolean()),
    buyersRename: Optional(Boolean()),
    hostMessage: Optional(Nullable(Text(2_000))),
    website: Optional(Nullable(Line(500))),
    instagram: Optional(Nullable(Line(200))),
    xAccount: Optional(Nullable(Line(200))),
    headliners: Optional(Array(Headliner, { maxItems: MAX_HEADLINERS })),
    isComingSoon: Optional(Boolean()),
    isUnlisted: Optional(Boolean()),
    holdMinutes: Optional(Integer({ minimum: 2, maximum: 60 })),
    paymentMinutes: Optional(Nullable(Integer({ minimum: 5, maximum: 1_440 }))),
  },
  { additionalProperties: false, minProperties: 2 },
);

export const PreviewBody = Body(
  { markdown: String({ maxLength: MAX_MARKDOWN_CHARACTERS, format: 'paragraphs' }) },
  { additionalProperties: false },
);
