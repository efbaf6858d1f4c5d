import type { VNode } from 'preact';
import type { Frame } from '../contract.ts';
import { PageHeader } from '../components/page-header.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { useMeTexts } from './texts.ts';

const PAGES = { profile: '', security: '/security', sessions: '/sessions' };

/** The head of the person's own pages, and the way between them. */
export function MePages({ frame, shown }: { frame: Frame; shown: keyof typeof PAGES }): VNode {
  const { me } = useMeTexts();
  const [first, ...others] = frame.hosts;
  // Somebody was sent here from a page of the host, and has one way back. With several hosts, the switcher is that way.
  const back =
    first && others.length === 0
      ? { back: { href: `${frame.base}/hosts/${first.hostId}`, label: first.name } }
      : {};
  return (
    <>
      <PageHeader title={me[shown].title} {...back}>
        {me[shown].intro}
      </PageHeader>
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
