import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { mayConfirm, STATEMENT_COLUMNS, type StatementColumn } from '../../../rules/bank-transfer.ts';
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

/** A bank's CSV file: what matches, what differs, and then "confirm these". */
export function StatementSection(): VNode {
  const texts = useBankTransferTexts();
  const { call, send, page } = useDashboard();
  const text = useSignal('');
  const columns = useSignal<Chosen>({});
  const preview = useSignal<StatementPreview | null>(null);
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const at = page.inHost('/bank-transfers/statement');
  const looking = useAction(async () => {
    const found = await call<StatementPreview>(`${at}/check`, {
      method: 'POST',
      body: { text: text.value, columns: columns.value },
    });
    preview.value = found;
    chosen.value = new Set(found.lines.filter(({ match }) => match === 'fits').map(({ line }) => line));
  });
  const read = async (file: File): Promise<void> => {
    text.value = decodeText(new Uint8Array(await file.arrayBuffer()));
    columns.value = {};
    looking.run();
  };
  const confirm = (): Promise<void> =>
    send(at, {
      body: { text: text.value, columns: columns.value, lines: [...chosen.value] },
      told: texts.told(chosen.value.size),
      onClose: () => void (preview.value = null),
    });
  const shown = preview.value;
  return (
    <Section title={texts.statement} intro={texts.statementIntro} isCard>
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
