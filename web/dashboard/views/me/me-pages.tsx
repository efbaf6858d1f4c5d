import type { VNode } from 'preact';
import type { Frame } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { SubNavigation } from '../../parts/sub-navigation.tsx';

const PAGES = { profile: '', security: '/security', sessions: '/sessions' };

/** The head of the person's own pages, and the way between them. */
export function MePages({ frame, shown }: { frame: Frame; shown: keyof typeof PAGES }): VNode {
  const { me } = useDashboard().texts;
  return (
    <>
      <PageHeader title={me[shown].title}>{me[shown].intro}</PageHeader>
      <SubNavigation
        label={me.pages}
        pages={(Object.keys(PAGES) as (keyof typeof PAGES)[]).map((page) => ({
          href: `${frame.base}/me${PAGES[page]}`,
          label: me[page].title,
          isCurrent: page === shown,
        }))}
      />
    </>
  );
}
