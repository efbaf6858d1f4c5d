import type { VNode } from 'preact';
import type { Pages } from '../../contract.ts';
import { Document } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { textsIn, type Texts } from './texts/texts.ts';

type Data = Pages['mpesa'];
type Asking = Extract<Data, { about: 'form' | 'waiting' }>;

/** M-Pesa has no page of its own: the buyer has a prompt sent to a phone, and types the PIN there. */
export function MpesaPage(data: Data): VNode {
  const { language } = data;
  const texts = textsIn(language);
  const title = data.about === 'unknown' || data.about === 'closed' ? texts[data.about].title : texts.title;
  return (
    <Document title={title} language={language}>
      <header>
        <LanguageSwitch language={language} />
      </header>
      <main>
        <h1>{title}</h1>
        {data.about === 'unknown' && <p>{texts.unknown.text}</p>}
        {data.about === 'closed' && (
          <>
            <p>{texts.closed.text}</p>
            <a class="button main" href={data.backUrl}>
              {texts.back}
            </a>
          </>
        )}
        {(data.about === 'form' || data.about === 'waiting') && <Asking page={data} texts={texts} />}
      </main>
    </Document>
  );
}

function Asking({ page, texts }: { page: Asking; texts: Texts }): VNode {
  return (
    <>
      <dl class="sum">
        <div>
          <dt>{texts.toPay}</dt>
          <dd class="amount">{page.amount}</dd>
        </div>
        <div>
          <dt>{texts.payee}</dt>
          <dd dir="auto">{page.hostName}</dd>
        </div>
      </dl>
      {page.about === 'waiting' ? (
        <Waiting page={page} texts={texts} />
      ) : (
        <PhoneForm page={page} texts={texts} />
      )}
      <p class="other">
        <a href={page.cancelUrl}>{texts.cancel}</a>
      </p>
    </>
  );
}

function Waiting({ page, texts }: { page: Asking; texts: Texts }): VNode {
  return (
    <div class="waiting" role="status">
      <p class="next">{texts.waiting(page.sentTo ?? '')}</p>
      <progress aria-label={texts.progress} />
      <p class="soft">{texts.stay}</p>
      <p>
        <a href="">{texts.look}</a>
      </p>
    </div>
  );
}

function PhoneForm({ page, texts }: { page: Asking; texts: Texts }): VNode {
  const { trouble, waitSeconds } = page;
  const isOfPhone = trouble === 'phone';
  return (
    <form method="post">
      {trouble !== null && (
        <p class="trouble" id="trouble" role="alert" tabIndex={-1}>
          {texts.troubles[trouble]} {waitSeconds !== null && texts.waitFor(Math.ceil(waitSeconds / 60))}
        </p>
      )}
      <label for="phone">{texts.phone}</label>
      <input
        id="phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required={page.sentTo === null}
        placeholder={page.sentTo ?? undefined}
        maxLength={30}
        defaultValue={page.phone}
        aria-describedby={isOfPhone ? 'trouble hint' : 'hint'}
        aria-invalid={isOfPhone}
      />
      <p class="soft" id="hint">
        {texts.phoneHint}
      </p>
      <button class="button main">{trouble === null || isOfPhone ? texts.send : texts.sendAgain}</button>
      <p class="soft">{texts.howItWorks}</p>
    </form>
  );
}
