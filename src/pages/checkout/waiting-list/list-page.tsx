import type { VNode } from 'preact';
import { LineLayout } from '../waiting-room/line-layout.tsx';
import type { ListView, WaitingListPage } from './contract.ts';
import { textsIn, type Texts } from './texts/texts.ts';

/** Opened from the checkout, or by a mailed link. It changes nothing by itself: mail programs open links to look at them. */
export function ListPage(page: WaitingListPage): VNode {
  const texts = textsIn(page.language);
  const { view } = page;
  return (
    <LineLayout
      page={page}
      hostedBy={texts.hostedBy(page.hostName)}
      eyebrow={texts.list}
      title={texts[view.about].title}
      below={<Fairness page={page} texts={texts} />}
    >
      <p dir="auto">{texts.ticket(page.ticketName)}</p>
      <View page={page} texts={texts} view={view} />
    </LineLayout>
  );
}

type Props<About extends ListView['about'] = ListView['about']> = {
  page: WaitingListPage;
  texts: Texts;
  view: Extract<ListView, { about: About }>;
};

function View({ page, texts, view }: Props): VNode {
  switch (view.about) {
    case 'join':
      return <Join texts={texts} view={view} />;
    case 'confirm':
      return (
        <>
          <p>{texts.confirm.text(view.quantity)}</p>
          <Deed page={page} name="confirm" label={texts.confirm.button} isMain />
          <Deed page={page} name="leave" label={texts.waiting.leave} />
        </>
      );
    case 'waiting':
      return (
        <>
          {view.place !== null && <p class="estimate">{texts.waiting.place(view.place)}</p>}
          {view.drawsAt !== null && <p>{texts.waiting.beforeDraw(view.drawsAt)}</p>}
          <p>{texts.waiting.text(view.quantity)}</p>
          <Deed page={page} name="leave" label={texts.waiting.leave} />
        </>
      );
    case 'offered':
      return (
        <>
          <p class="estimate">{texts.offered.text({ count: view.quantity, price: view.price })}</p>
          <p>{texts.offered.until(view.until)}</p>
          <p>
            <a class="main" href={view.takePath}>
              {texts.offered.take}
            </a>
          </p>
          <Deed page={page} name="leave" label={texts.offered.leave} />
        </>
      );
    default:
      return (
        <>
          <p>{texts[view.about].text}</p>
          <Onward page={page} texts={texts} view={view} />
        </>
      );
  }
}

function Join({ texts, view }: Omit<Props<'join'>, 'page'>): VNode {
  return (
    <>
      <p>{texts.join.text}</p>
      <p>{view.drawsAt === null ? texts.join.arrival : texts.join.draw(view.drawsAt)}</p>
      <form method="post">
        <div class="field">
          <label for="email">{texts.join.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            required
            maxLength={254}
            value={view.email}
            aria-invalid={view.isEmailWrong}
            aria-describedby={view.isEmailWrong ? 'email-about' : undefined}
          />
          {view.isEmailWrong && (
            <p class="error" id="email-about">
              {texts.join.emailWrong}
            </p>
          )}
        </div>
        {view.most > 1 && (
          <div class="field">
            <label for="quantity">{texts.join.quantity}</label>
            <input
              id="quantity"
              name="quantity"
              type="number"
              required
              min={1}
              max={view.most}
              value={1}
              aria-describedby="quantity-about"
            />
            <p class="hint soft" id="quantity-about">
              {texts.join.quantityHint}
            </p>
          </div>
        )}
        <button type="submit" class="main">
          {texts.join.send}
        </button>
      </form>
    </>
  );
}

/** A form with one button. What is pressed is told by the address, so the form has no body. */
const Deed = ({
  page,
  name,
  label,
  isMain = false,
}: {
  page: WaitingListPage;
  name: string;
  label: string;
  isMain?: boolean;
}): VNode => (
  <form method="post" action={`?lang=${page.language}&deed=${name}`}>
    <button type="submit" class={isMain ? 'main' : 'plain'}>
      {label}
    </button>
  </form>
);

const MAY_JOIN_AGAIN: ReadonlySet<string> = new Set(['lapsed', 'left', 'gone']);
const BUY: ReadonlySet<string> = new Set(['not_sold_out', 'released']);

function Onward({ page, texts, view }: Props): VNode | null {
  if (MAY_JOIN_AGAIN.has(view.about))
    return (
      <p>
        <a class="main" href={page.listPath}>
          {texts.again}
        </a>
      </p>
    );
  if (!BUY.has(view.about)) return null;
  return (
    <p>
      <a class="main" href={page.checkoutPath}>
        {texts.toTickets}
      </a>
    </p>
  );
}

function Fairness({ page: { fairness }, texts }: { page: WaitingListPage; texts: Texts }): VNode | null {
  const { seedHash, drawPath, skipsPath } = fairness;
  if (seedHash === null && skipsPath === null) return null;
  return (
    <section class="list-fair">
      <h2>{texts.fair.title}</h2>
      {seedHash !== null && (
        <p>
          {texts.fair.hash} <code class="mono">{seedHash}</code>
        </p>
      )}
      {drawPath !== null && (
        <p>
          <a href={drawPath}>{texts.fair.draw}</a>
        </p>
      )}
      {skipsPath !== null && (
        <p>
          <a href={skipsPath}>{texts.fair.skips}</a>
        </p>
      )}
    </section>
  );
}
