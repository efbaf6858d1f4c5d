import { isSingleKey } from '../../components/single-keys.ts';
import type { Studio } from './studio.ts';
import { isDrawing, TOOL_KEYS, TOOLS } from './tools.ts';

const TYPED_INTO = 'input, select, textarea, [contenteditable], dialog';
const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null;

/** Keys that work everywhere in the designer except in text fields. Returns a function that stops them. */
export function followKeys(studio: Studio): () => void {
  const { desk, commands, panel } = studio;
  const withControl: Record<string, () => void> = {
    z: commands.undo,
    y: commands.redo,
    a: commands.chooseAll,
    d: commands.duplicate,
  };
  const alone: Record<string, () => void> = {
    '?': () => (panel.value = { name: 'help' }),
    n: () => {
      const tool = desk.tool.value;
      panel.value = { name: 'add', tool: isDrawing(tool) ? tool : 'block' };
    },
    '[': () => commands.turn(-15),
    ']': () => commands.turn(15),
    Delete: commands.remove,
    Backspace: commands.remove,
    ...Object.fromEntries(TOOLS.map((tool) => [TOOL_KEYS[tool], () => (desk.tool.value = tool)])),
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event)) return;
    const hasControl = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = hasControl
      ? key === 'z' && event.shiftKey
        ? commands.redo
        : withControl[key]
      : // Single letters can be switched off; Delete is not one.
        event.key.length > 1 || isSingleKey(event, event.key)
        ? alone[key]
        : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }
  // By the browser's own events, which have the clipboard of the computer: other plans, tabs and files are in it too.
  const isOthers = (event: Event): boolean =>
    event.defaultPrevented || isTyping(event) || getSelection()?.isCollapsed === false;
  function onCopy(event: ClipboardEvent): void {
    const text = isOthers(event) ? null : commands.copy();
    if (text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    if (event.type === 'cut') commands.remove();
  }
  function onPaste(event: ClipboardEvent): void {
    if (event.defaultPrevented || isTyping(event)) return;
    event.preventDefault();
    commands.paste(event.clipboardData?.getData('text/plain') ?? null);
  }
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('keydown', onKeyDown, { signal });
  for (const type of ['copy', 'cut'] as const) addEventListener(type, onCopy, { signal });
  addEventListener('paste', onPaste, { signal });
  return () => stop.abort();
}
