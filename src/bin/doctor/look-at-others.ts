import { askOptionalServices } from '../../api/ask-optional-services.ts';
import { green, yellow, type Patient, type Seen } from './finding.ts';

/** Services that the product needs for nothing: only those that were set are told of. */
export async function lookAtOthers({ config }: Patient): Promise<Seen[]> {
  const asked = askOptionalServices(config.optionalUrls);
  const names = { opensearch: 'OPENSEARCH_URL', neo4j: 'NEO4J_URL', mongodb: 'MONGODB_URL' } as const;
  const wanted = (Object.keys(names) as (keyof typeof names)[]).filter(
    (one) => config.optionalUrls[one] !== null,
  );
  return Promise.all(
    wanted.map(async (one) =>
      (await asked[one]())
        ? green(`${names[one]}: it answers.`)
        : yellow(
            `${names[one]}: it does not answer.`,
            'See whether it runs. Tessera itself does not need it.',
          ),
    ),
  );
}
