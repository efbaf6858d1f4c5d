import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeviceLink, DeviceSheet, EventCheckInView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { QrCode } from '../../shared/qr-code.tsx';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { useSheetTexts } from './sheet-texts.ts';
import { useCheckInTexts } from './texts.ts';

/** The link as a QR code and as an address, until a phone uses it or it expires. The page notices the phone by itself. */
export function LinkDialog({
  base,
  data,
  link,
  onClose,
  onLink,
}: {
  base: string;
  data: Data;
  link: DeviceLink;
  onClose: () => void;
  onLink: (link: DeviceLink) => void;
}): VNode {
  const texts = useCheckInTexts();
  const secondsLeft = useCountdown(link.secondsLeft);
  const device = data.doors
    .flatMap(({ devices }) => devices)
    .find(({ deviceId }) => deviceId === link.deviceId);
  const name = device?.name ?? '';
  // The link is gone but the device is still there: a phone has paired.
  const isPaired = device?.state === 'paired' && device.linkExpiresAt === null;
  return (
    <Dialog title={texts.linkTitle(name)} onClose={onClose}>
      <div role="status" class="form-troubles">
        {isPaired && <Message tone="good">{texts.linkPaired(name)}</Message>}
      </div>
      {isPaired ? (
        <>
          <p>{texts.linkPairedText}</p>
          <div class="dialog-actions">
            <button type="button" class="main" onClick={onClose}>
              {texts.linkDone}
            </button>
          </div>
        </>
      ) : secondsLeft > 0 ? (
        <ShownLink link={link} secondsLeft={secondsLeft} />
      ) : (
        <ExpiredLink base={base} link={link} onLink={onLink} />
      )}
    </Dialog>
  );
}

function ShownLink({ link, secondsLeft }: { link: DeviceLink; secondsLeft: number }): VNode {
  const texts = useCheckInTexts();
  return (
    <>
      <p>{texts.linkText}</p>
      <QrCode qr={link.qr} label={texts.linkQr} class="check-in-qr" />
      <CopyField label={texts.linkAddress} value={link.address} />
      <p class="soft" role="timer">
        {texts.linkExpires(texts.minutesAndSeconds(Math.floor(secondsLeft / 60), secondsLeft % 60))}
      </p>
    </>
  );
}

function ExpiredLink({
  base,
  link,
  onLink,
}: {
  base: string;
  link: DeviceLink;
  onLink: (link: DeviceLink) => void;
}): VNode {
  const texts = useCheckInTexts();
  const { call } = useDashboard();
  const again = async (): Promise<void> =>
    onLink(await call<DeviceLink>(`${base}/devices/${link.deviceId}/link`, { method: 'POST' }));
  return (
    <>
      <Message tone="warn">{texts.linkExpired}</Message>
      <div class="dialog-actions">
        <BusyButton class="main" onPress={again}>
          {texts.linkAgain}
        </BusyButton>
      </div>
    </>
  );
}

/** The seconds left, counted from when it was first shown: this device's clock may be wrong, but its pace is not. */
function useCountdown(seconds: number): number {
  const left = useSignal(seconds);
  useEffect(() => {
    const startedAtMs = performance.now();
    const timer = setInterval(() => {
      left.value = Math.max(0, seconds - Math.floor((performance.now() - startedAtMs) / 1_000));
      if (left.value === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return left.value;
}

/** The links of many phones, to print. Paper is read hours later: it has the time at which they end. */
export function SheetDialog({
  links,
  expiresAt,
  event,
  title,
  onClose,
}: DeviceSheet & { event: Data['event']; title: string; onClose: () => void }): VNode {
  const texts = useSheetTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        {texts.use} <EventMoment at={expiresAt} timezone={event.timezone} locale={event.locale} />.{' '}
        <span class="on-screen">{texts.onlyNow}</span>
      </p>
      <ol class="device-sheet">
        {links.map(({ deviceId, name, qr, address }) => (
          <li key={deviceId}>
            <QrCode qr={qr} label={texts.qrOf(name)} />
            <strong dir="auto">{name}</strong>
            <small>{address}</small>
          </li>
        ))}
      </ol>
      <div class="dialog-actions">
        <button type="button" class="second" onClick={onClose}>
          {texts.done}
        </button>
        <button type="button" class="main" onClick={() => print()}>
          {texts.print}
        </button>
      </div>
    </Dialog>
  );
}
