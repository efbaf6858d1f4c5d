import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { mayConfirm, STATEMENT_COLUMNS, type StatementColumn } from '../../../rules/bank-transfer.ts';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';
import { decodeText } from '../../../values/decode-text.ts';
import { Message } from '../../shared/message.tsx';
import { BusyButton } from '../components/busy-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { FileDrop } from '../components/file-drop/file-drop.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { writeMoney } from '../components/write-money.ts';
import { useDashboard } from '../dashboard.ts';
import type { StatementPreview } from './data.ts';
import { useBankTransferTexts } from './texts.ts';

type Line = StatementPreview['lines'][number];
type Chosen = Partial<Record<StatementColumn, number | null>>;
type Preview = StatementPreview & { asked: { text: string; columns: Chosen } };
type Confirmed = { paid: number; leftOut: number };

const TOO_LONG: StatementPreview = {
  names: [],
  columns: { amount: null, purpose: null, date: null, currency: null, payer: null },
  problem: 'too_long',
  lines: [],
  others: 0,
};

/** A bank's CSV file: what matches, what differs, and then "confirm these". */
export function StatementSection(): VNode {
  const texts = useBankTransferTexts();
  const { call, send, page } = useDashboard();
  const text = useSignal('');
  const columns = useSignal<Chosen>({});
  // With the file and the columns that it was made of: another file may have been chosen since.
  const preview = useSignal<Preview | null>(null);
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const at = page.inHost('/bank-transfers/statement');
  const looking = useAction(async () => {
    let asked: Preview['asked'];
    let found: StatementPreview;
    do {
      asked = { text: text.value, columns: columns.value };
      const isTooLong = asked.text.length > MAX_LIST_CHARACTERS;
      found = isTooLong ? TOO_LONG : await call(`${at}/check`, { method: 'POST', body: asked });
    } while (asked.text !== text.value || asked.columns !== columns.value);
    preview.value = { ...found, asked };
    chosen.value = new Set(found.lines.filter(({ match }) => match === 'fits').map(({ line }) => line));
  });
  const read = async (file: File): Promise<void> => {
    preview.value = null;
    chosen.value = new Set();
    // Not even read: some encodings take two bytes for a character.
    text.value =
      file.size > 2 * MAX_LIST_CHARACTERS
        ? ' '.repeat(MAX_LIST_CHARACTERS + 1)
        : decodeText(new Uint8Array(await file.arrayBuffer()));
    columns.value = {};
    looking.run();
  };
  const confirm = (): Promise<void> =>
    send(at, {
      body: { ...preview.value?.asked, lines: [...chosen.value] },
      told: ({ paid, leftOut }: Confirmed) =>
        [texts.told(paid), leftOut > 0 ? texts.leftOut(leftOut) : ''].join(' ').trim(),
      onClose: () => void (preview.value = null),
    });
  const shown = preview.value;
  return (
    <Section title={texts.statement} intro={texts.statementIntro} isCard>
      <div class="stack gap-m">
        <FileDrop
          label={texts.file}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFile={(file) => void read(file)}
        >
          CSV
        </FileDrop>
        {shown && (
          <div class="stack gap-m">
            <div role="status">
              {shown.problem !== null && <Message tone="bad">{texts.problems[shown.problem]}</Message>}
            </div>
            {shown.names.length > 0 && <ChooseColumns preview={shown} columns={columns} look={looking.run} />}
            {shown.problem === null && <Lines preview={shown} chosen={chosen} />}
            {chosen.value.size > 0 && (
              <div class="form-actions">
                <BusyButton class="main" onPress={confirm}>
                  {texts.confirm(chosen.value.size)}
                </BusyButton>
              </div>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

function ChooseColumns(props: {
  preview: StatementPreview;
  columns: { value: Chosen };
  look: () => void;
}): VNode {
  const { preview, columns, look } = props;
  const texts = useBankTransferTexts();
  return (
    <div class="row wrap gap-s">
      {STATEMENT_COLUMNS.map((column) => (
        <div class="field" key={column}>
          <label for={`column-${column}`}>{texts.columns[column]}</label>
          <select
            id={`column-${column}`}
            value={String(preview.columns[column] ?? '')}
            onChange={({ currentTarget: { value } }) => {
              columns.value = { ...columns.value, [column]: value === '' ? null : Number(value) };
              look();
            }}
          >
            <option value="">{texts.noColumn}</option>
            {preview.names.map((name, place) => (
              <option key={place} value={String(place)}>
                {name === '' ? `${place + 1}` : name}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}

function Lines(props: { preview: StatementPreview; chosen: { value: ReadonlySet<number> } }): VNode {
  const { preview, chosen } = props;
  const texts = useBankTransferTexts();
  const { page } = useDashboard();
  const columnsOf: Column<Line>[] = [
    {
      name: 'line',
      label: texts.line,
      isRowHeader: true,
      cell: ({ line, match }) =>
        mayConfirm(match) ? (
          <label class="choice">
            <input
              type="checkbox"
              aria-label={texts.choose(line)}
              checked={chosen.value.has(line)}
              onChange={({ currentTarget: { checked } }) => {
                const others = [...chosen.value].filter((one) => one !== line);
                chosen.value = new Set(checked ? [...others, line] : others);
              }}
            />
            <span>{line}</span>
          </label>
        ) : (
          line
        ),
    },
    {
      name: 'found',
      label: texts.found,
      cell: ({ match }) => (
        <StatusBadge tone={match === 'fits' ? 'good' : mayConfirm(match) ? 'waiting' : 'bad'}>
          {texts.matches[match]}
        </StatusBadge>
      ),
    },
    {
      name: 'reference',
      label: texts.reference,
      cell: ({ reference, purpose }) =>
        reference === null ? (
          <bdi>{purpose}</bdi>
        ) : (
          <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>
        ),
    },
    {
      name: 'buyer',
      label: texts.buyer,
      cell: ({ buyer, payer }) => <bdi>{[buyer, payer].filter(Boolean).join(' · ')}</bdi>,
    },
    {
      name: 'amount',
      label: texts.amount,
      isFigure: true,
      cell: ({ amount, dueMinor, currency }) =>
        dueMinor === null || currency === null
          ? amount
          : `${amount} / ${writeMoney(dueMinor, { locale: page.locale, currency })}`,
    },
  ];
  return (
    <>
      {preview.lines.length === 0 ? (
        <p class="soft">{texts.nothing}</p>
      ) : (
        <DataTable
          caption={texts.statement}
          columns={columnsOf}
          rows={preview.lines}
          keyOf={({ line }) => String(line)}
        />
      )}
      {preview.others > 0 && <p class="soft">{texts.others(preview.others)}</p>}
    </>
  );
}
