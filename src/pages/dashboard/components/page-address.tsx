import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { outIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from './copy-field.tsx';

/** The address of a public page: to copy, and to open if it is public already. */
export function PageAddress({
  label,
  value,
  isThere = true,
}: {
  label: string;
  value: string;
  isThere?: boolean;
}): VNode {
  const { texts } = useDashboard();
  return (
    <span class="page-address">
      <CopyField label={label} value={value} />
      {isThere && (
        <a
          class="plain"
          href={value}
          target="_blank"
          rel="noopener"
          aria-label={texts.parts.withColon({ before: texts.parts.open, after: label })}
        >
          {texts.parts.open}
          <Icon path={outIcon} />
        </a>
      )}
    </span>
  );
}
