import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { PageHeader } from '../components/page-header.tsx';

/** An error instead of a page, with a link on. */
export function TroubleView({ data }: ViewProps<'trouble'>): VNode {
  const { texts, router, page } = useDashboard();
  const { title, text } = texts.trouble[data.about];
  const mayPass = data.about !== 'not_found' && data.about !== 'not_allowed';
  return (
    <>
      <PageHeader title={title}>{data.reason ?? text}</PageHeader>
      <p class="actions">
        {mayPass ? (
          <button
            type="button"
            class="main"
            onClick={() => void router.go(location.href, { replaces: true })}
          >
            {texts.trouble.again}
          </button>
        ) : (
          <a class="main" href={page.base}>
            {texts.trouble.home}
          </a>
        )}
      </p>
    </>
  );
}
