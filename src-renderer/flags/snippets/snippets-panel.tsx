import { SnippetTabs } from '../../events/onboarding/snippet-tabs.tsx';
import { Section } from '../../ui/page/section.tsx';
import { flagSnippets } from './flag-snippets.ts';

type Props = { flagKey: string; variants: string[]; hasPayload: boolean; groupType: string | null };

/** How an app asks for the flag with each SDK. `groupType` is null for a flag of persons. */
export function SnippetsPanel({ flagKey, variants, hasPayload, groupType }: Props) {
  return (
    <Section title="Ask for it in your app">
      <SnippetTabs
        of={(host, projectKey) => flagSnippets({ key: flagKey, variants, hasPayload, groupType }, { host, projectKey })}
      />
    </Section>
  );
}
