import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { PageHeader } from '../components/page-header.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { useMeTexts } from './texts.ts';

const PAGES = { profile: '', security: '/security', sessions: '/sessions' };

/** The head of the person's own pages, with their tabs. */
export function MePages({ shown }: { shown: keyof typeof PAGES }): VNode {
  const { me } = useMeTexts();
  const { page } = useDashboard();
  const [first, ...others] = page.hosts;
  // A person with one host gets a link back to it. With several hosts, the switcher does that.
  const back =
    first && others.length === 0
      ? { back: { href: `${page.base}/hosts/${first.hostId}`, label: first.name } }
      : {};
  return (
    <>
      <PageHeader title={me[shown].title} {...back}>
        {me[shown].intro}
      </PageHeader>
      <SubNavigation
        label={me.pages}
        pages={(Object.keys(PAGES) as (keyof typeof PAGES)[]).map((name) => ({
          href: `${page.base}/me${PAGES[name]}`,
          label: me[name].title,
          isCurrent: name === shown,
        }))}
      />
    </>
  );
}
