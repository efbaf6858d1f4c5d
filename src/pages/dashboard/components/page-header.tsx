import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { backIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';

/** The head of every view. It also names the page, in the browser's tab and for screen readers. */
export function PageHeader({
  title,
  of,
  back,
  beside,
  action,
  children,
}: {
  title: string;
  /** The name of the parent, such as an event. */
  of?: string;
  /** The page above this one. */
  back?: { href: string; label: string };
  /** Beside the title: a badge. */
  beside?: ComponentChildren;
  /** The main button of the view. */
  action?: ComponentChildren;
  /** A sentence about the page's purpose. */
  children?: ComponentChildren;
}): VNode {
  const dashboard = useDashboard();
  const name = of === undefined ? title : `${title} · ${of}`;
  // Effects don't run on the server, where the document is made after the view.
  if (!dashboard.isLive.peek()) dashboard.title.value = name;
  useLayoutEffect(() => {
    dashboard.title.value = name;
    document.title = `${name} · ${dashboard.page.host?.name ?? dashboard.texts.shell.dashboard}`;
  }, [name]);
  return (
    <header class="page-header">
      {back && (
        <a class="back" href={back.href}>
          <Icon path={backIcon} />
          {back.label}
        </a>
      )}
      <div class="page-title">
        <h1 tabIndex={-1}>
          {of !== undefined && <span class="page-of">{of} </span>}
          {title}
        </h1>
        {beside}
        {action && <div class="page-action">{action}</div>}
      </div>
      {children && <p class="page-intro">{children}</p>}
    </header>
  );
}
