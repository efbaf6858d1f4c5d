import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatMoment } from '../../shared/format-moment.ts';
import { Icon } from '../../shared/icon.tsx';
import { outIcon } from '../../shared/icons.ts';
import { QrCode } from '../../shared/qr-code.tsx';
import { shareAddress, whatsAppLink } from '../../shared/share-address.ts';
import { CopyBlock } from '../components/copy-block.tsx';
import { PageAddress } from '../components/page-address.tsx';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { useDashboard } from '../dashboard.ts';
import type { ShareEvent } from '../event-embed/data.ts';
import { embedSnippet } from '../components/embed-snippet.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useShareTexts } from './share-texts.ts';

type Props = { event: ShownEvent; pageUrl: string; checkoutUrl: string };

/** After publishing, and whenever it is asked for: the event's link, QR code and embed code. */
export function ShareSection(props: Props & { isNew: boolean; onClose: () => void }): VNode {
  const { event, pageUrl, isNew } = props;
  const words = useShareTexts();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
    top.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={top}
      tabIndex={-1}
      role="group"
      aria-label={isNew ? words.live : words.title}
      class="share-event"
    >
      <Section
        title={isNew ? words.live : words.title}
        intro={isNew ? words.liveIntro : undefined}
        action={
          <button type="button" class="plain" onClick={props.onClose}>
            {words.close}
          </button>
        }
        isCard
      >
        <div class="stack gap-s">
          <PageAddress label={words.link} value={pageUrl} />
          <ShareButtons event={event} pageUrl={pageUrl} />
          <ToPrintAndPaste {...props} />
        </div>
      </Section>
    </div>
  );
}

function ShareButtons({ event, pageUrl }: Pick<Props, 'event' | 'pageUrl'>): VNode {
  const words = useShareTexts();
  const { isLive, toasts } = useDashboard();
  const { name, startsAt, timezone, locale } = event;
  const { date } = formatMoment(startsAt, { locale, timezone });
  return (
    <div class="actions">
      <a
        class="second"
        href={whatsAppLink({ name, date, address: pageUrl })}
        target="_blank"
        rel="noopener noreferrer"
      >
        {words.whatsApp}
        <Icon path={outIcon} />
      </a>
      {isLive.value && 'share' in navigator && (
        <button
          type="button"
          class="second"
          onClick={() =>
            void shareAddress({ name, address: pageUrl }).then((outcome) => {
              if (outcome === 'copied') toasts.tell({ tone: 'good', text: words.copied });
            })
          }
        >
          {words.more}
        </button>
      )}
    </div>
  );
}

/** They come after the rest: the overview itself needs neither. */
function ToPrintAndPaste({ event, checkoutUrl }: Props): VNode | null {
  const words = useShareTexts();
  const { call, page } = useDashboard();
  const loaded = useSignal<ShareEvent | null>(null);
  const load = useAction(async () => {
    loaded.value = await call<ShareEvent>(page.inHost(`/events/${event.eventId}/share`));
  });
  useEffect(load.run, []);
  if (loaded.value === null) return null;
  const { qr, heights } = loaded.value;
  return (
    <div class="share-codes">
      <figure>
        <QrCode qr={qr} label={words.qr} />
        <figcaption>
          <a class="plain" download={`${event.slug}.svg`} href={svgAddress(qr)}>
            {words.download}
          </a>
        </figcaption>
      </figure>
      <CopyBlock
        label={words.embed}
        text={embedSnippet({ title: words.embedTitle(event.name), address: checkoutUrl, heights })}
      />
    </div>
  );
}

/** As a file: sharp at any size, also on a poster. */
function svgAddress({ side, path }: ShareEvent['qr']): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
