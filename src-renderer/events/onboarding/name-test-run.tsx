import { testRunPlaces } from '#server/test-runs/contract.ts';
import { serverOrigin, useServerStatus } from '../../api/status.ts';
import { useProject } from '../../projects/current-project.ts';
import { testRunHost } from '../../test-runs/naming-words.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { Section } from '../../ui/page/section.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';
import { testRunSnippets } from './test-run-snippets.ts';
import { words } from './words.ts';

const { testRun: text } = words;

/** Shows how a request names a test run, and the code of each SDK that does. */
export function NameTestRun({ name }: { name: string }) {
  const { status } = useServerStatus(useProject().id);
  const values = {
    path: testRunHost(serverOrigin(status), name),
    header: `${testRunPlaces.header}: ${name}`,
    property: `"${testRunPlaces.property}": "${name}"`,
    query: `?${testRunPlaces.query}=${name}`,
  };
  const ways = Object.keys(values) as (keyof typeof values)[];
  return (
    <>
      <Section title={text.ways}>
        <KeyValue
          entries={ways.map((way) => [
            text.names[way],
            <Copyable key={way} value={values[way]} label={text.names[way].toLowerCase()} />,
          ])}
        />
      </Section>
      <Section title={text.snippets}>
        <SnippetTabs of={(host, key) => testRunSnippets(name, host, key)} />
      </Section>
    </>
  );
}
