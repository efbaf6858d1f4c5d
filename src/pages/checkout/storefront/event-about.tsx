import { mapLink } from '../../../values/map-link.ts';
import type { ComponentChildren, VNode } from 'preact';
import { mailtoLink } from '../../../values/mailto.ts';
import { Icon } from '../../shared/icon.tsx';
import { letterIcon, listIcon, outIcon, placeIcon, receiptIcon } from '../../shared/icons.ts';
import { Picture } from '../../shared/picture.tsx';
import { RichText } from '../../shared/rich-text.tsx';
import type { StorefrontEvent } from './contract.ts';
import { initialOf } from './initial-of.ts';
import type { Texts } from './texts/texts.ts';

type Props = { page: StorefrontEvent; texts: Texts };

/** The event's description. */
export function About({ page, texts }: Props): VNode {
  const { event, gallery, about, portraits } = page;
  const { state } = page.checkout.event;
  return (
    <div class="reading">
      {about.length > 0 && (
        <Part name="about" heading={texts.about}>
          <RichText blocks={about} />
        </Part>
      )}
      {event.headliners.length > 0 && (
        <Part name="line-up" heading={texts.lineUp}>
          <ul>
            {event.headliners.map(({ id, name, role }) => (
              <li key={id}>
                {!portraits[id] ? (
                  <span class="portrait" aria-hidden="true">
                    {initialOf(name)}
                  </span>
                ) : (
                  <Picture
                    of={portraits[id]}
                    class="portrait"
                    sizes="7rem"
                    alt=""
                    loading="lazy"
                    width={160}
                    height={160}
                  />
                )}
                <strong dir="auto">{name}</strong>
                {role !== '' && (
                  <span class="soft" dir="auto">
                    {role}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {gallery.length > 0 && (
        <Part name="gallery" heading={texts.gallery}>
          <ul>
            {gallery.map(({ id, url, shown, width, height, alt }, index) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noopener">
                  <Picture
                    of={shown}
                    sizes="(min-width: 48rem) 17rem, 50vw"
                    alt={alt === '' ? texts.picture(index + 1) : alt}
                    loading="lazy"
                    width={width}
                    height={height}
                  />
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Where page={page} texts={texts} />
      <Host page={page} texts={texts} />
      {state !== 'ended' && state !== 'cancelled' && page.checkout.tickets.length > 0 && (
        <div class="buy-bar again">
          <a class="main" href="#tickets">
            {state === 'on_sale' ? texts.getTickets : texts.seeTickets}
          </a>
        </div>
      )}
    </div>
  );
}

function Part({
  name,
  heading,
  children,
}: {
  name: string;
  heading: string;
  children: ComponentChildren;
}): VNode {
  return (
    <section class={`part ${name}`} aria-labelledby={name}>
      <h2 id={name}>{heading}</h2>
      {children}
    </section>
  );
}

function Where({ page, texts }: Props): VNode {
  const { event, checkout } = page;
  const map = mapLink(event);
  return (
    <Part name="where" heading={texts.where}>
      <address dir="auto">
        {checkout.event.place.map((line) => (
          <span key={line} class="line">
            {line}
          </span>
        ))}
      </address>
      {event.directions !== null && event.directions !== '' && (
        <p class="written soft" dir="auto">
          {event.directions}
        </p>
      )}
      {event.hideLocation && <p class="soft">{page.isOnline ? texts.howToJoin : texts.hidden}</p>}
      {map !== null && (
        <p class="ways">
          <a class="second" href={map} target="_blank" rel="noopener noreferrer">
            <Icon path={placeIcon} />
            {texts.map}
          </a>
        </p>
      )}
    </Part>
  );
}

function Host({ page, texts }: Props): VNode {
  const { event, checkout, hostAddress } = page;
  const { hostName, contactEmail, hasTerms, hasRefundPolicy, returns } = checkout.event;
  const links = linksOf(event, texts);
  const terms = texts.terms[hasTerms && hasRefundPolicy ? 'both' : hasTerms ? 'terms' : 'refundPolicy'];
  return (
    <Part name="put-on" heading={texts.host}>
      <p class="host-name" dir="auto">
        {hostName}
      </p>
      <ul class="ways">
        <li>
          <a class="plain" href={`${hostAddress}?lang=${checkout.language}`}>
            <Icon path={listIcon} turns />
            {texts.allEvents(hostName)}
          </a>
        </li>
        {contactEmail !== null && (
          <li>
            <a class="plain" href={mailtoLink(contactEmail, event.name)}>
              <Icon path={letterIcon} />
              {texts.ask}
            </a>
          </li>
        )}
        {links.map(({ label, href }) => (
          <li key={href}>
            <a class="plain" href={href} target="_blank" rel="noopener noreferrer nofollow">
              <Icon path={outIcon} turns />
              {label}
            </a>
          </li>
        ))}
        {(hasTerms || hasRefundPolicy) && (
          <li>
            <a class="plain" href={termsOf(checkout)}>
              <Icon path={receiptIcon} />
              {terms}
            </a>
          </li>
        )}
      </ul>
      {returns !== null && <p class="soft">{returns}</p>}
    </Part>
  );
}

const termsOf = ({ path, language, previewToken }: StorefrontEvent['checkout']): string =>
  `${path}/terms?lang=${language}${previewToken === null ? '' : `&preview=${previewToken}`}`;

/** An account is a name or an address. The database takes no address that would lead elsewhere than to a page. */
function linksOf(
  { website, instagram, xAccount }: StorefrontEvent['event'],
  texts: Texts,
): { label: string; href: string }[] {
  const accountAt = (site: string, account: string): string =>
    account.startsWith('https://') ? account : `https://${site}/${account}`;
  return [
    website === null ? null : { label: texts.website, href: website },
    instagram === null ? null : { label: 'Instagram', href: accountAt('www.instagram.com', instagram) },
    xAccount === null ? null : { label: 'X', href: accountAt('x.com', xAccount) },
  ].filter((link) => link !== null);
}
