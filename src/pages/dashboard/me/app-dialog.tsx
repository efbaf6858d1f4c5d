import type { VNode } from 'preact';
import { TotpBody } from './bodies.ts';
import { QrCode } from '../../shared/qr-code.tsx';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import type { Added } from './factor-section.ts';
import { useMeTexts } from './texts.ts';

export type AppSetUp = { secret: string; setUp: string; qr: { side: number; path: string } };

/** A QR code for the app to read, the same as text, and the first code that the app shows. */
export function AppDialog({
  at,
  setUp: { secret, setUp, qr },
  onAdded,
  onClose,
}: {
  /** The address that takes the code. */
  at: string;
  setUp: AppSetUp;
  onAdded: (added: Added) => Promise<void>;
  onClose: () => void;
}): VNode {
  const { call } = useDashboard();
  const texts = useMeTexts();
  const { app } = texts.me;
  const form = useForm({
    schema: TotpBody,
    texts: app,
    initial: { setUp, code: '' },
    send: async (body) => onAdded(await call<Added>(at, { method: 'POST', body })),
  });
  return (
    <Dialog title={app.setUpTitle} onClose={onClose}>
      <ol class="stack gap-l me-steps">
        <li>
          <p>{app.scan}</p>
          <QrCode qr={qr} label={app.qr} class="me-qr" />
          <p class="soft">{app.orType}</p>
          <CopyField label={app.secret} value={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
        </li>
        <li>
          <p>{app.typeCode}</p>
          <Form form={form} submit={app.confirm} onCancel={onClose}>
            <TextField form={form} name="code" autocomplete="one-time-code" inputMode="numeric" />
          </Form>
        </li>
      </ol>
    </Dialog>
  );
}
