import type { Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../values/language.ts';
import { writeFolder } from './load-texts.ts';

/** Writes the texts of these languages into a bundle, where the program itself would read their files. */
export const textsPlugin = (languages: readonly Language[]): Plugin => ({
  name: 'texts',
  setup(build) {
    build.onLoad({ filter: /[/\\]texts\.ts$/ }, ({ path: file }) => {
      const folder = path.dirname(file);
      if (!existsSync(path.join(folder, 'en.json'))) return undefined;
      const texts = languages.map((language) => writeFolder(folder, language));
      // A page of one language asks for no other. A newer program may have written an order in a language that this one lacks.
      const find =
        texts.length === 1
          ? `texts=${texts[0]},textsIn=()=>texts`
          : `texts=[${texts.join(',')}],textsIn=language=>texts[${JSON.stringify(languages)}.indexOf(language)]??texts[${languages.indexOf('en')}]`;
      return { contents: `const ${find};export{textsIn};` };
    });
  },
});
