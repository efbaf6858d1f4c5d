import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventQuestionsView as Data } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { gripIcon } from '../../shared/icons.ts';
import { QuestionField } from '../../shared/question-field.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Menu } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { gripId, useSorting, type Sorting } from '../components/use-sorting.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import { AddQuestionDialog, EditQuestionDialog, pathOf } from './question-dialog.tsx';
import { useEventQuestionsTexts } from './texts.ts';

type Question = Data['questions'][number];
type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove'; question: Question } | null;

/** The questions of an event, each with its preview: add, edit, sort, remove. */
export function EventQuestionsView({ data }: ViewProps<'eventQuestions'>): VNode {
  const { send, call, router, toasts, texts: common, page } = useDashboard();
  const texts = useEventQuestionsTexts();
  const open = useSignal<Open>(null);
  const said = useSignal('');
  const close = (): void => void (open.value = null);
  const { questions } = data;
  const sorting = useSorting({
    ids: questions.map(({ id }) => id),
    onSorted: async (questionIds) => {
      await call(pathOf(page, data, '/order'), { method: 'POST', body: { questionIds } }).catch(
        (error: unknown) => toasts.tell({ tone: 'bad', text: tellFailure(common, error) }),
      );
      await router.refresh();
    },
    onMoved: (id, nr) => {
      const label = questions.find((one) => one.id === id)?.label ?? '';
      said.value = texts.moved({ label, nr, of: questions.length });
    },
  });
  const remove = ({ id }: Question): Promise<void> =>
    send(pathOf(page, data, `/${id}`), { method: 'DELETE', told: texts.removed, onClose: close });
  const addButton = (
    <button type="button" class="main" onClick={() => (open.value = { dialog: 'add' })}>
      {texts.add}
    </button>
  );
  return (
    <EventLayout event={data.event} page="questions" action={questions.length > 0 && addButton}>
      {questions.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={addButton}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.list} isTitleHidden>
          <p class="soft">{texts.intro}</p>
          <p id="grip-hint" hidden>
            {texts.gripHint}
          </p>
          <ol
            class="stack shrink gap-s questions"
            ref={sorting.list}
            data-sorting={sorting.draggedId !== null}
          >
            {sorting.order.map((id, index) => {
              const question = questions.find((one) => one.id === id);
              return (
                question && (
                  <QuestionRow
                    key={id}
                    data={data}
                    question={question}
                    nr={index + 1}
                    sorting={sorting}
                    onOpen={(dialog) => (open.value = { dialog, question })}
                  />
                )
              );
            })}
          </ol>
          <span class="aloud" role="status">
            {said.value}
          </span>
        </Section>
      )}
      {open.value?.dialog === 'add' && <AddQuestionDialog data={data} onClose={close} />}
      {open.value?.dialog === 'edit' && (
        <EditQuestionDialog data={data} question={open.value.question} onClose={close} />
      )}
      {open.value?.dialog === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle(open.value.question.label)}
          confirm={texts.remove}
          onConfirm={remove.bind(null, open.value.question)}
          onClose={close}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </EventLayout>
  );
}

function QuestionRow({
  data,
  question,
  nr,
  sorting,
  onOpen,
}: {
  data: Data;
  question: Question;
  nr: number;
  sorting: Sorting;
  onOpen: (dialog: 'edit' | 'remove') => void;
}): VNode {
  const { texts: common } = useDashboard();
  const texts = useEventQuestionsTexts();
  const { id, label, kind, per, ticketTypeIds, isRequired, isShownAtDoor } = question;
  const count = sorting.order.length;
  const types = data.types.filter(({ ticketTypeId }) => ticketTypeIds?.includes(ticketTypeId));
  const facts = [
    texts.kinds[kind],
    texts.pers[per],
    isRequired ? texts.required : '',
    isShownAtDoor ? texts.atDoor : '',
    ticketTypeIds ? texts.onlyFor(types.map(({ name }) => name).join(', ')) : '',
    texts.answers(question.answers),
  ];
  return (
    <li class="panel ticket-type question-row" data-sorted={id} data-dragged={sorting.draggedId === id}>
      {count > 1 && (
        <button
          type="button"
          id={gripId(id)}
          class="icon-only grip"
          aria-label={texts.grip({ label, nr, of: count })}
          title={texts.gripHint}
          aria-describedby="grip-hint"
          onPointerDown={(down) => sorting.onGripDown(id, down)}
          onKeyDown={(press) => sorting.onGripKey(id, press)}
        >
          <Icon path={gripIcon} />
        </button>
      )}
      <div class="stack start gap-2xs can-shrink type-about">
        <h3 dir="auto">{label}</h3>
        <p class="soft">{facts.filter(Boolean).join(' · ')}</p>
        {question.counts.length > 0 && (
          <p dir="auto">
            {question.counts.map(({ answer, count: times }) => `${answer}: ${times}`).join(' · ')}
          </p>
        )}
      </div>
      {/* Looked at, and never filled in. */}
      <div class="question-preview" role="img" aria-label={texts.previewOf(label)}>
        <div inert>
          <QuestionField
            question={question}
            id={`preview-${id}`}
            name={`preview-${id}`}
            value=""
            error={undefined}
            texts={texts}
          />
        </div>
      </div>
      <div class="row wrap gap-xs type-actions">
        <button type="button" class="second" onClick={() => onOpen('edit')} aria-label={texts.editOf(label)}>
          {texts.edit}
        </button>
        <Menu
          id={`question-${id}`}
          label={common.parts.actionsOf(label)}
          items={[
            ...(nr > 1 ? [{ label: texts.moveUp, onPress: () => sorting.move(id, -1, 'menu') }] : []),
            ...(nr < count ? [{ label: texts.moveDown, onPress: () => sorting.move(id, 1, 'menu') }] : []),
            { label: texts.remove, isDangerous: true, onPress: () => onOpen('remove') },
          ]}
        />
      </div>
    </li>
  );
}
