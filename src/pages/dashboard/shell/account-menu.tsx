import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { outIcon, personIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { forgetChangesOf } from '../components/kept-changes.ts';
import { Popover } from '../components/popover.tsx';

export function AccountMenu(): VNode {
  const { texts, page } = useDashboard();
  const { person, base } = page;
  return (
    <Popover
      id="account"
      class="account-menu"
      button={
        <>
          <Icon path={personIcon} />
          <span class="words">{person.name || person.email}</span>
          <span class="aloud">{texts.shell.account}</span>
        </>
      }
    >
      <p class="menu-title">
        {person.name}
        <small>{person.email}</small>
      </p>
      <ul class="menu-list">
        <li>
          <a href={`${base}/me`}>
            <Icon path={personIcon} />
            {texts.shell.yourAccount}
          </a>
        </li>
        <li>
          <form
            method="post"
            action={`${base}/sign-out`}
            onSubmit={() => {
              for (const storage of [() => localStorage, () => sessionStorage])
                forgetChangesOf(storage, person.email);
            }}
          >
            <button type="submit">
              <Icon path={outIcon} />
              {texts.shell.signOut}
            </button>
          </form>
        </li>
      </ul>
    </Popover>
  );
}
