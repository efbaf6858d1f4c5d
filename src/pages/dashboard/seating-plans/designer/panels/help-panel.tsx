import type { VNode } from 'preact';
import { Dialog } from '../../../components/dialog.tsx';
import { useStudio } from '../studio.ts';
import { TOOL_KEYS, TOOLS } from '../tools.ts';

/** All keys. */
export function HelpPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts } = useStudio();
  const tools = TOOLS.map((tool) => ({
    key: TOOL_KEYS[tool].toUpperCase(),
    about: tool === 'pan' ? texts.helpPan : texts.tools[tool],
  }));
  const groups = [{ title: texts.helpTools, keys: tools }, ...texts.helpGroups];
  return (
    <Dialog kind="wide" title={texts.helpTitle} onClose={onClose}>
      <div class="plan-help">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ key, about }) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{about}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
