import { isSingleKey } from '../../components/single-keys.ts';
import type { Studio } from './studio.ts';
import { isDrawing, TOOL_KEYS, TOOLS } from './tools.ts';

const TYPED_INTO = 'input, select, textarea, [contenteditable], dialog';
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null;

/** Keys that work everywhere in the designer except in text fields. Returns a function that stops them. */
export function followKeys(studio: Studio): () => void {
  const { desk, commands, panel } = studio;
  const withControl: Record<string, () => void> = {
    z: commands.undo,
    y: commands.redo,
    a: commands.chooseAll,
    c: commands.copy,
    v: commands.paste,
    d: commands.duplicate,
    x: () => {
      commands.copy();
      commands.remove();
    },
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
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
