import type { VNode } from 'preact';
import { commaOf } from '../../../values/comma.ts';
import { CheckoutRoot } from '../embed/checkout-root.tsx';
import { accentStyle } from '../../shared/accent-style.ts';
import { createCheckout } from '../embed/checkout-state.ts';
import { textsIn } from '../embed/texts/texts.ts';
import { DataForScript, Document, StructuredData } from '../../shared/document.tsx';
import type { StorefrontEvent } from './contract.ts';
import { About } from './event-about.tsx';
import { Hero } from './event-hero.tsx';
import { eventPriceOf, whenOf } from './event-words.ts';
import { RoomCard } from './room-card.tsx';
import { PageLayout } from './page-layout.tsx';
import { ShareTags } from './share-tags.tsx';
import { structuredData } from './json-ld.ts';
import { textsIn as storefrontTextsIn } from './texts/texts.ts';

/** The page of an event: all that there is to read, and its checkout. Without a script it can be read to the end. */
export function EventPage(page: StorefrontEvent): VNode {
  const { checkout: data, event, poster, theme, accents, address, hostAddress } = page;
  const { language } = data;
  const texts = storefrontTextsIn(language);
  const checkoutTexts = textsIn(language);
  const { hostName } = data.event;
  const isPreview = data.previewToken !== null;
  return (
    <Document
      title={`${event.name} · ${hostName}`}
      language={language}
      theme={theme}
      ownStyle={accentStyle(accents) + posterStyle(page)}
      head={
        !isPreview && (
          <>
            <ShareTags
              title={event.name}
              description={sharedDescription(page)}
              address={address}
              siteName={hostName}
              language={language}
              image={poster && { ...poster.shared, alt: event.name }}
            />
            <StructuredData data={structuredData(page)} />
          </>
        )
      }
    >
      <a class="skip" href="#tickets">
        {texts.toTickets}
      </a>
      {isPreview && <aside class="preview-note">{checkoutTexts.draftPreview}</aside>}
      <PageLayout
        language={language}
        hostName={hostName}
        hostAddress={hostAddress}
        {...(isPreview && { query: `?preview=${data.previewToken}` })}
      >
        <main>
          <Hero page={page} texts={texts} />
          <section id="tickets" class="to-buy" aria-label={texts.tickets}>
            {data.mustWait && <RoomCard page={page} texts={texts} />}
            <CheckoutRoot checkout={createCheckout(data, checkoutTexts, { isInPage: true })} />
          </section>
          <About page={page} texts={texts} />
        </main>
      </PageLayout>
      <DataForScript id="page-data" data={data} />
    </Document>
  );
}

/** The poster's room is known before the poster is there: its widest width follows from its tallest height. */
const posterStyle = ({ poster }: StorefrontEvent): string =>
  poster ? `.hero-poster{--poster-ratio:${poster.ratio.toFixed(4)}}` : '';

/** In one line: when, where, for how much, and what it is. */
function sharedDescription(page: StorefrontEvent): string {
  const texts = storefrontTextsIn(page.checkout.language);
  const { date, time } = whenOf(page, texts);
  const { state, place } = page.checkout.event;
  const facts = [
    texts.badges[state],
    `${date}${commaOf(page.checkout.language)}${time}`,
    place.at(-1),
    state === 'on_sale' || state === 'coming_soon' ? eventPriceOf(page, texts) : null,
  ];
  return [facts.filter(Boolean).join(' · '), page.event.previewDescription].filter(Boolean).join(' — ');
}
