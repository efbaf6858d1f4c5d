import type { Pages } from '../contract.ts';
import { createCachedLookUps } from '../../cache/cached-look-ups.ts';
import type { HttpServer } from '../../http/server.ts';
import { sendMadePage, type MadePage, type MakePage } from '../serving/make-page.ts';
import { ROUTES } from '../../routes.ts';
import type { OpenApiDocument } from '../../values/openapi-document.ts';
import { readGuides } from './server/read-guides.ts';

type DocsPage = 'reference' | 'guide';

/** The reference at /docs, made once from the API's own description, and the guides around it, from docs/. */
export async function registerDocs(
  http: HttpServer,
  deps: {
    description: OpenApiDocument;
    publicUrl: string;
    dashboardUrl: string;
    isProduction: boolean;
    seedsDemo: boolean;
    makePage: MakePage;
  },
): Promise<void> {
  const { description, dashboardUrl, isProduction, makePage } = deps;
  const guides = await readGuides(deps);
  const demoKeyPath = deps.seedsDemo ? ROUTES.demoShop.config.path : null;
  const docs = { description, guides, dashboardUrl, isProduction, demoKeyPath };

  const pages = createCachedLookUps<MadePage>({ max: 2 * (guides.length + 1) });

  /** Made when it is first asked for: it is the same until the next release. */
  const serve = <Name extends DocsPage>(path: string, page: Name, data: Pages[Name]): void => {
    http.get(path, async (request, reply) => {
      const made = await pages.find(path, () => makePage({ page, data, policy: {}, isSecret: false }));
      return sendMadePage(request, reply, made);
    });
  };
  serve(ROUTES.pages.docs.path, 'reference', docs);
  for (const guide of guides) serve(guide.path, 'guide', { ...docs, guide });
}
