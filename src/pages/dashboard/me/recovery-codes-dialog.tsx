import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useMeTexts } from './texts.ts';

/** Shows codes once, to save, print or write down. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }): VNode {
  const texts = useMeTexts();
  const { recovery } = texts.me;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${recovery.fileHead}\n\n${codes.join('\n')}\n`)}`;
  return (
    <Dialog title={recovery.codesTitle} onClose={onClose}>
      <Message tone="warn">{recovery.shownOnce}</Message>
      <ul class="me-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="dialog-actions">
        <button type="button" class="main" onClick={onClose}>
          {recovery.kept}
        </button>
        <a class="second" href={file} download="tessera-recovery-codes.txt">
          {recovery.download}
        </a>
        <button type="button" class="second" onClick={() => print()}>
          {recovery.print}
        </button>
      </div>
    </Dialog>
  );
}
