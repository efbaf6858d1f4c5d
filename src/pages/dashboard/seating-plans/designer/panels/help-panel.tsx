import type { VNode } from 'preact';
import { Dialog } from '../../../components/dialog.tsx';
import { useStudio } from '../studio.ts';

/** All keys. */
export function HelpPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts } = useStudio();
  return (
    <Dialog kind="wide" title={texts.helpTitle} onClose={onClose}>
      <div class="plan-help">
        {texts.helpGroups.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, about]) => (
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
