import { lexer, type Token, type Tokens } from 'marked';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Guide } from '../contract.ts';
import { ROUTES } from '../../../routes.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
/** As the guides write it, for readers of the repository. */
const WRITTEN_ORIGIN = 'http://localhost:3000';

const GUIDES = [
  { name: 'quickstart', file: 'docs/api-quickstart.md', path: ROUTES.pages.docsQuickstart.path },
  { name: 'webhooks', file: 'docs/webhooks.md', path: ROUTES.pages.docsWebhooks.path },
  { name: 'embed', file: 'docs/embed.md', path: ROUTES.pages.docsEmbed.path },
  { name: 'waiting-room', file: 'docs/waiting-room.md', path: ROUTES.pages.docsWaitingRoom.path },
];

/** The guides for integrators, with the addresses of this very server in them. */
export function readGuides({ publicUrl }: { publicUrl: string }): Promise<Guide[]> {
  return Promise.all(
    GUIDES.map(async (guide) => {
      const text = await readFile(path.join(ROOT, guide.file), 'utf8');
      const [title, ...tokens] = lexer(text.replaceAll(WRITTEN_ORIGIN, publicUrl));
      assert(title && isTitle(title), `${guide.file} does not begin with its title`);
      return { ...guide, title: title.text, tokens };
    }),
  );
}

const isTitle = (token: Token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 1;
