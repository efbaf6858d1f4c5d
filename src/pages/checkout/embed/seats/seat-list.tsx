import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../seat-map/arrange-seating.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { TypeSwatch } from '../../../seat-map/swatch.tsx';
import type { Picker } from './picker.ts';
import { SeatRows } from './seat-rows.tsx';

// Enough to choose from, and quick to build on a slow phone.
const ROWS_AT_ONCE = 12;

/** The same seats as a list: sections, their rows, and a button for every seat. */
export function SeatList({ picker }: { picker: Picker }) {
  const { texts, seating, matches } = picker;
  const { open } = picker.kept;
  const sections = seating.sectionsFromFront
    .map((section) => ({
      name: seating.sections[section] ?? '',
      section,
      rows: seating.rows.filter((row) => row.section === section && row.indexes.some(matches)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <div class="seat-list">
      {sections.map(({ name, section, rows }) => (
        <Section
          key={section}
          picker={picker}
          name={name}
          section={section}
          rows={rows}
          matches={matches}
          isOpen={open.value === name}
          onToggle={() => (open.value = open.value === name ? null : name)}
        />
      ))}
      {sections.length === 0 && <p>{texts.noneOfPrice}</p>}
    </div>
  );
}

type SectionProps = {
  picker: Picker;
  name: string;
  section: number;
  rows: Row[];
  matches(index: number): boolean;
  isOpen: boolean;
  onToggle(): void;
};

function Section({ picker, name, section, rows, matches, isOpen, onToggle }: SectionProps) {
  const id = useId();
  const shown = useSignal(ROWS_AT_ONCE);
  const indexes = rows.flatMap((row) => row.indexes.filter(matches));
  const summary = picker.summaries.value[section];
  const prices = summary && summary.free > 0 ? [picker.priceRange(summary)] : [];
  const types = [...new Set(indexes.map((index) => seatAt(picker.seating.seats, index).t))];
  return (
    <section>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span class="seat-section-name">
            {types.map((type) => (
              <TypeSwatch key={type} type={type} colors={picker.seating.colors} />
            ))}
            <bdi>{name}</bdi>
          </span>
          <span class="seat-soft">{[...prices, picker.texts.free(summary?.free ?? 0)].join(' · ')}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <SeatRows picker={picker} rows={rows.slice(0, shown.value)} matches={matches} />}
        {isOpen && rows.length > shown.value && (
          <button type="button" class="seat-more" onClick={() => (shown.value += ROWS_AT_ONCE)}>
            {picker.texts.moreRows(Math.min(ROWS_AT_ONCE, rows.length - shown.value))}
          </button>
        )}
      </div>
    </section>
  );
}
