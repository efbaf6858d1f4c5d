import type { ComponentChildren, VNode } from 'preact';
import { MosaicFragment } from '../shared/mosaic-fragment.tsx';
import { Document } from '../shared/document.tsx';
import { Icon } from '../shared/icon.tsx';
import { calendarIcon, checkIcon, codeIcon, ticketIcon } from '../shared/icons.ts';
import { LanguageSwitch } from '../shared/language-switch.tsx';
import { TesseraMark } from '../shared/tessera-mark.tsx';
import type { Pages } from '../contract.ts';
import { textsIn, type Texts } from './texts/texts.ts';

/** The front page: what this is, and the way on for those who have a ticket, an event or a site. */
export function HomePage(page: Pages['home']): VNode {
  const { language } = page;
  const texts = textsIn(language);
  return (
    <Document title={texts.title} language={language} head={<meta name="description" content={texts.lead} />}>
      <header class="top">
        <span class="brand">
          <TesseraMark />
          Tessera
        </span>
        <LanguageSwitch language={language} />
      </header>
      <main>
        <div class="hero">
          <div>
            <h1>{texts.headline}</h1>
            <p class="lead">{texts.lead}</p>
          </div>
          <MosaicFragment />
        </div>
        <div class="ways">
          <Buyers {...page} texts={texts} />
          <Hosts {...page} texts={texts} />
          <Integrators {...page} texts={texts} />
        </div>
        <dl class="facts">
          {texts.facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </main>
      <footer class="foot">
        <TesseraMark />
        <span>{texts.foot}</span>
        {page.status !== null && <a href={page.status}>{texts.status}</a>}
      </footer>
    </Document>
  );
}

type PartProps = Pages['home'] & { texts: Texts };

function Way(props: { id: string; icon: string; title: string; children: ComponentChildren }): VNode {
  return (
    <section class="way" aria-labelledby={props.id}>
      <span class="way-icon">
        <Icon path={props.icon} />
      </span>
      <h2 id={props.id}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Buyers({ ticketSender, demo, texts: { buyers } }: PartProps): VNode {
  return (
    <Way id="buyers" icon={ticketIcon} title={buyers.title}>
      <p>
        {buyers.found} {ticketSender !== null && buyers.sender(ticketSender)}
      </p>
      <p>{buyers.lost}</p>
      <p>{buyers.buy}</p>
      {demo && (
        <ul class="links">
          {demo.event !== null && (
            <li>
              <a href={demo.event}>{buyers.event}</a>
            </li>
          )}
          {demo.mailbox !== null && (
            <li>
              <a href={demo.mailbox}>{buyers.mailbox}</a>
            </li>
          )}
        </ul>
      )}
    </Way>
  );
}

function Hosts({ dashboard, signUp, texts: { hosts } }: PartProps): VNode {
  return (
    <Way id="hosts" icon={calendarIcon} title={hosts.title}>
      <p>{hosts.about}</p>
      <ul class="things">
        {hosts.things.map((thing) => (
          <li key={thing}>
            <Icon path={checkIcon} />
            {thing}
          </li>
        ))}
      </ul>
      {signUp === null && <p class="soft">{hosts.closed}</p>}
      <div class="buttons">
        <a class="main" href={dashboard}>
          {hosts.dashboard}
        </a>
        {signUp !== null && (
          <a class="second" href={signUp}>
            {hosts.signUp}
          </a>
        )}
      </div>
    </Way>
  );
}

function Integrators({ docs, demo, texts: { integrators } }: PartProps): VNode {
  return (
    <Way id="integrators" icon={codeIcon} title={integrators.title}>
      <p>{integrators.about}</p>
      <ul class="links">
        {(['quickstart', 'reference', 'embed', 'webhooks', 'document'] as const).map((name) => (
          <li key={name}>
            <a href={docs[name]}>{integrators[name]}</a>
          </li>
        ))}
        {demo?.shop && (
          <li>
            <a href={demo.shop}>{integrators.shop}</a>
          </li>
        )}
      </ul>
    </Way>
  );
}
