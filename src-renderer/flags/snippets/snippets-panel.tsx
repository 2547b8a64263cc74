import { SnippetTabs } from '../../events/onboarding/snippet-tabs.tsx';
import { Section } from '../../ui/page/section.tsx';
import { flagSnippets, snippetWords } from './snippet-words.ts';

type Props = { flagKey: string; variants: string[]; hasPayload: boolean; groupType: string | null };

/** Shows the code that requests the flag, for each SDK. `groupType` is null for a flag of persons. */
export function SnippetsPanel({ flagKey, variants, hasPayload, groupType }: Props) {
  return (
    <Section title={snippetWords.title}>
      <SnippetTabs
        of={(host, projectKey) => flagSnippets({ key: flagKey, variants, hasPayload, groupType }, { host, projectKey })}
      />
    </Section>
  );
}
