import { Fragment, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../../shared/icon.tsx';
import { useStudio } from './studio.ts';
import { TOOL_ICONS, TOOL_KEYS, TOOLS, type ToolName } from './tools.ts';

/** After these a line divides the bar. */
const LAST_OF_GROUP: ReadonlySet<ToolName> = new Set(['pan', 'seat', 'longTable', 'stage']);

/** One tool at a time. Arrows, Home and End go from one to the next; Tab goes on. */
export function ToolBar(): VNode {
  const { desk, texts } = useStudio();
  const bar = useRef<HTMLDivElement>(null);
  const choose = (tool: ToolName): void => {
    desk.tool.value = tool;
    desk.said.value = texts.tools[tool];
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const now = buttons.findIndex((button) => button === document.activeElement);
    const ways: Record<string, number> = {
      ArrowRight: now + 1,
      ArrowDown: now + 1,
      ArrowLeft: now - 1,
      ArrowUp: now - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={bar}
      class="plan-tools"
      role="toolbar"
      aria-label={texts.toolbar}
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
    >
      {TOOLS.map((tool) => (
        <Fragment key={tool}>
          <button
            type="button"
            aria-label={texts.tools[tool]}
            aria-pressed={desk.tool.value === tool}
            aria-keyshortcuts={TOOL_KEYS[tool].toUpperCase()}
            tabIndex={desk.tool.value === tool ? 0 : -1}
            data-tip={`${texts.tools[tool]}  ${TOOL_KEYS[tool].toUpperCase()}`}
            onClick={() => choose(tool)}
          >
            <Icon path={TOOL_ICONS[tool]} />
          </button>
          {LAST_OF_GROUP.has(tool) && <span class="plan-line" />}
        </Fragment>
      ))}
    </div>
  );
}
