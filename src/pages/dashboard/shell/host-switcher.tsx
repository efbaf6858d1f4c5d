import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, plusIcon, switchIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { Popover } from '../components/popover.tsx';

// A longer list needs a search.
const FILTERED_FROM = 8;

/** The current host, and links to the person's others. */
export function HostSwitcher(): VNode | null {
  const { texts, page } = useDashboard();
  const typed = useSignal('');
  const { host, hosts, base, takesNewHosts } = page;
  if (hosts.length === 0) return null;
  const found = hosts.filter(({ name }) => name.toLowerCase().includes(typed.value.trim().toLowerCase()));
  return (
    <Popover
      id="hosts"
      class="host-switcher"
      onClose={() => (typed.value = '')}
      button={
        <>
          <span class="host-name">
            {host?.name ?? texts.shell.yourHosts}
            {host && <small>{texts.shell.roles[host.role]}</small>}
          </span>
          <span class="aloud">{texts.shell.switchHost}</span>
          <Icon path={switchIcon} />
        </>
      }
    >
      <p class="menu-title">{texts.shell.yourHosts}</p>
      {hosts.length >= FILTERED_FROM && (
        <div class="field">
          <input
            type="search"
            aria-label={texts.shell.findHost}
            placeholder={texts.shell.findHost}
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </div>
      )}
      <ul class="menu-list">
        {found.map(({ hostId, name, role }) => (
          <li key={hostId}>
            <a href={`${base}/hosts/${hostId}`} aria-current={hostId === host?.hostId ? 'true' : undefined}>
              <span class="host-name">
                {name}
                <small>{texts.shell.roles[role]}</small>
              </span>
              {hostId === host?.hostId && <Icon path={checkIcon} />}
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="soft menu-note">{texts.shell.noSuchHost}</p>}
      {takesNewHosts && (
        <ul class="menu-list menu-below">
          <li>
            <a href={`${base}/me/new-host`}>
              <Icon path={plusIcon} />
              {texts.shell.newHost}
            </a>
          </li>
        </ul>
      )}
    </Popover>
  );
}
