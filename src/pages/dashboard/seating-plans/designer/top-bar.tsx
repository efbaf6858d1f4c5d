import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { alertIcon, backIcon, checkIcon, clockIcon, keyboardIcon } from '../../../shared/icons.ts';
import { useDashboard } from '../../dashboard.ts';
import { Menu } from '../../components/menu.tsx';
import type { Commands } from './commands.ts';
import { useProblems } from './use-problems.ts';
import { useStudio, type Panel } from './studio.ts';

const UNDO_ICON = 'M9 7L4.5 11.5 9 16M5 11.500h9a5 5 0 0 1 0 10h-2';
const REDO_ICON = 'M15 7l4.500 4.500L15 16M19 11.500h-9a5 5 0 0 0 0 10h2';

/** The bar above the drawing: the plan's name, its saving state and its actions. */
export function TopBar({ title }: { title: string }): VNode {
  const { page } = useDashboard();
  const { desk, texts, commands, panel, shown, data, calls } = useStudio();
  const { done, undone } = desk.history.value;
  const open = (name: Exclude<Panel['name'], 'add'>) => () => (panel.value = { name });
  return (
    <header class="row gap-xs plan-top">
      <a class="plan-back" href={page.inHost('/seating-plans')} aria-label={texts.plans} title={texts.plans}>
        <Icon path={backIcon} />
      </a>
      <div class="plan-title">
        <h1 tabIndex={-1}>{title}</h1>
        <SaveState />
      </div>
      <div class="row gap-2xs">
        <IconButton label={texts.undo} icon={UNDO_ICON} isOff={done.length === 0} onPress={commands.undo} />
        <IconButton label={texts.redo} icon={REDO_ICON} isOff={undone.length === 0} onPress={commands.redo} />
      </div>
      <div class="plan-views" role="group" aria-label={texts.views}>
        {(['canvas', 'table'] as const).map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={shown.value === view}
            onClick={() => (shown.value = view)}
          >
            {texts[view]}
          </button>
        ))}
      </div>
      <div class="row gap-2xs plan-ways">
        <button type="button" class="second plan-wide" onClick={open('preview')}>
          {texts.preview}
        </button>
        <CheckButton />
        <button type="button" class="main" onClick={open('publish')}>
          {texts.publish}
        </button>
        <IconButton label={texts.help} icon={keyboardIcon} onPress={open('help')} />
        <Menu
          id="plan"
          label={texts.more}
          items={[
            { label: texts.preview, onPress: open('preview') },
            { label: texts.versionsOf(data.versions.length), onPress: open('versions') },
            { label: texts.rename, onPress: open('rename') },
            { label: texts.paste, onPress: () => void pasteByButton(commands) },
            { label: texts.import, onPress: open('import') },
            ...(['json', 'pretix', 'csv'] as const).map((format) => ({
              label: texts.downloads[format],
              onPress: () => location.assign(calls.fileHref(format)),
            })),
          ]}
        />
      </div>
    </header>
  );
}

/** On a phone, or where keys are out of reach. A browser may refuse to read the clipboard: then what was copied here last is pasted. */
const pasteByButton = async (commands: Commands): Promise<void> =>
  commands.paste((await navigator.clipboard?.readText().catch(() => null)) || null);

function IconButton({
  label,
  icon,
  isOff = false,
  onPress,
}: {
  label: string;
  icon: string;
  isOff?: boolean;
  onPress: () => void;
}): VNode {
  return (
    <button
      type="button"
      class="icon-only"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onPress}
    >
      <Icon path={icon} />
    </button>
  );
}

/** The saving state; screen readers announce important changes. */
function SaveState(): VNode {
  const { saver, texts } = useStudio();
  const { state } = saver.state.value;
  const isFine = state === 'saved' || state === 'waiting' || state === 'saving';
  return (
    <p class={`row gap-2xs plan-saved ${isFine ? '' : 'bad'}`} role="status" data-state={state}>
      <Icon path={isFine ? (state === 'saved' ? checkIcon : clockIcon) : alertIcon} />
      <span>{texts.save[state]}</span>
    </p>
  );
}

function CheckButton(): VNode {
  const { texts, panel } = useStudio();
  const problems = useProblems();
  const many = problems.length;
  return (
    <button type="button" class="second" onClick={() => (panel.value = { name: 'check' })}>
      {texts.check}
      {many > 0 ? (
        <span class="plan-badge" aria-label={texts.problemCount(many)}>
          {many > 99 ? '99+' : many}
        </span>
      ) : (
        <Icon path={checkIcon} />
      )}
    </button>
  );
}
