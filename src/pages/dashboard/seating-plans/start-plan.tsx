import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CreatedPlan, PlanNote, SeatingPlansView } from './data.ts';
import { LONGEST, MAX_PLAN_CHARACTERS } from '../../../seating-plans/limits.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { FileDrop } from '../components/file-drop/file-drop.tsx';
import { PlanNotes } from '../components/plan-notes/plan-notes.tsx';
import { Section } from '../components/section.tsx';
import { TemplateCards } from '../components/template-cards/template-cards.tsx';
import { useAction } from '../components/use-action.ts';
import { useSeatingPlansTexts } from './texts.ts';

type Source = { name: string; from: 'empty' | 'template' | 'file'; id?: string; text?: string };

/** Starts a plan from a template, a file or from scratch. */
export function StartPlan({ data }: { data: SeatingPlansView }): VNode {
  const { call, router, page } = useDashboard();
  const texts = useSeatingPlansTexts().plans;
  const made = useSignal<{ href: string; name: string; notes: PlanNote[] } | null>(null);
  const create = async (source: Source): Promise<void> => {
    const { planId, notes } = await call<CreatedPlan>(page.inHost('/seating-plans'), {
      method: 'POST',
      body: source,
    });
    const href = page.inHost(`/seating-plans/${planId}`);
    if (source.from !== 'file') return router.go(href);
    made.value = { href, name: source.name, notes };
    await router.refresh();
  };
  const start = useAction(create);
  return (
    <Section
      title={texts.startTitle}
      intro={texts.startIntro}
      action={
        <button
          type="button"
          class="second"
          aria-disabled={start.isBusy}
          onClick={() => start.run({ name: texts.newName, from: 'empty' })}
        >
          {texts.create}
        </button>
      }
      isCard
    >
      <PlanUpload create={create} />
      <div role="status">
        {made.value && (
          <Message tone="good">
            {texts.madeFrom(made.value.name)} <a href={made.value.href}>{texts.openPlan}</a>
          </Message>
        )}
        {made.value && <PlanNotes notes={made.value.notes} />}
      </div>
      <TemplateCards
        templates={data.templates}
        isBusy={start.isBusy}
        onChoose={(id, name) => start.run({ name, from: 'template', id })}
      />
    </Section>
  );
}

function PlanUpload({ create }: { create: (source: Source) => Promise<void> }): VNode {
  const texts = useSeatingPlansTexts().plans;
  const { toasts } = useDashboard();
  const upload = useAction(async (file: File) => {
    const text = await file.text();
    if (text.length > MAX_PLAN_CHARACTERS) {
      toasts.tell({ tone: 'bad', text: texts.tooLarge });
      return;
    }
    // The file's name without its extension.
    const name = Array.from(file.name.replace(/\.\w{1,5}$/, '').trim())
      .slice(0, LONGEST.plan)
      .join('');
    await create({ name: name === '' ? texts.newName : name, from: 'file', text });
  });
  return (
    <FileDrop
      label={texts.upload}
      accept=".json,application/json,.csv,.tsv,.txt,text/csv,text/plain"
      onFile={(file) => upload.run(file)}
    >
      {upload.isBusy ? texts.uploading : texts.uploadHint}
    </FileDrop>
  );
}
