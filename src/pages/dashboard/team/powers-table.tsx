import type { VNode } from 'preact';
import type { TeamView } from './data.ts';
import { ROLES } from '../../../powers.ts';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, minusIcon } from '../../shared/icons.ts';
import { useTeamTexts } from './texts.ts';

/** The powers of each role, as the server checks them. It stays a table on a phone, to compare columns. */
export function PowersTable({ powers }: { powers: TeamView['powers'] }): VNode {
  const texts = useTeamTexts();
  return (
    <table class="powers">
      <caption class="aloud">{texts.team.powersTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.team.power}</th>
          {ROLES.map((role) => (
            <th key={role} scope="col">
              {texts.shell.roles[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {powers.map(({ power, roles }) => (
          <tr key={power}>
            <th scope="row">{texts.team.powers[power]}</th>
            {ROLES.map((role) => (
              <td key={role} class={roles.includes(role) ? 'may' : 'may-not'}>
                <Icon path={roles.includes(role) ? checkIcon : minusIcon} />
                <span class="aloud">{roles.includes(role) ? texts.team.yes : texts.team.no}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
