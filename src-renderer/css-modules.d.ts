// Written by `npx node scripts/lib/css-types.ts` and by each build.
declare module '*/styles.layer.css' {}
declare module '*/theme.css' {}
declare module '*.woff2' { const url: string; export default url; }
type ClassNames<Name extends string> = { readonly [name in Name]: string };
declare module '*/aa-simulation.module.css' { const classes: ClassNames<'found' | 'hint' | 'outcome' | 'table'>; export default classes; }
declare module '*/action-editor.module.css' { const classes: ClassNames<'hint' | 'steps'>; export default classes; }
declare module '*/action-list.module.css' { const classes: ClassNames<'chat' | 'figure' | 'matches' | 'sentence' | 'sparkline'>; export default classes; }
declare module '*/action-page.module.css' { const classes: ClassNames<'calculating' | 'description' | 'progress'>; export default classes; }
declare module '*/advanced-json.module.css' { const classes: ClassNames<'advanced' | 'body' | 'chevron' | 'field' | 'hint' | 'opener' | 'problem' | 'title'>; export default classes; }
declare module '*/arrivals.module.css' { const classes: ClassNames<'arrivals' | 'bars' | 'line' | 'readout' | 'split' | 'tables' | 'timeline'>; export default classes; }
declare module '*/axis-label.module.css' { const classes: ClassNames<'label'>; export default classes; }
declare module '*/band.module.css' { const classes: ClassNames<'band'>; export default classes; }
declare module '*/banner.module.css' { const classes: ClassNames<'banner' | 'text'>; export default classes; }
declare module '*/breakdown.module.css' { const classes: ClassNames<'about' | 'dim' | 'judgement' | 'line' | 'notes' | 'split' | 'valueCell'>; export default classes; }
declare module '*/bucketing-line.module.css' { const classes: ClassNames<'axis' | 'caption' | 'exact' | 'figure' | 'hashed' | 'here' | 'limit' | 'limitText' | 'name' | 'none' | 'number' | 'pin' | 'pinText' | 'range' | 'rangeKey' | 'ranges' | 'reached' | 'segment' | 'tick' | 'ticks' | 'track'>; export default classes; }
declare module '*/bulk-bar.module.css' { const classes: ClassNames<'bar' | 'count' | 'tags'>; export default classes; }
declare module '*/callout.module.css' { const classes: ClassNames<'callout'>; export default classes; }
declare module '*/caution-list.module.css' { const classes: ClassNames<'cautions'>; export default classes; }
declare module '*/change-item.module.css' { const classes: ClassNames<'actions' | 'after' | 'arrow' | 'change' | 'field' | 'head' | 'json' | 'line' | 'what'>; export default classes; }
declare module '*/chat-message-editor.module.css' { const classes: ClassNames<'count' | 'menu' | 'message' | 'placeholder' | 'rendered' | 'section' | 'tools' | 'word'>; export default classes; }
declare module '*/chat.module.css' { const classes: ClassNames<'action' | 'dim' | 'line' | 'message' | 'table' | 'where'>; export default classes; }
declare module '*/checklist.module.css' { const classes: ClassNames<'body' | 'hint' | 'item' | 'items' | 'left' | 'link' | 'name' | 'title'>; export default classes; }
declare module '*/command-palette.module.css' { const classes: ClassNames<'content' | 'description' | 'empty' | 'entry' | 'group' | 'header' | 'label' | 'list' | 'search'>; export default classes; }
declare module '*/compare.module.css' { const classes: ClassNames<'dim' | 'facts' | 'form' | 'name' | 'side' | 'verdict'>; export default classes; }
declare module '*/condition-editor.module.css' { const classes: ClassNames<'actions' | 'add' | 'header' | 'properties' | 'reach' | 'rollout' | 'slider'>; export default classes; }
declare module '*/condition-outcomes.module.css' { const classes: ClassNames<'actual' | 'condition' | 'everyone' | 'expected' | 'facts' | 'head' | 'icon' | 'name' | 'outcome' | 'property'>; export default classes; }
declare module '*/copy-button.module.css' { const classes: ClassNames<'copy' | 'copyable'>; export default classes; }
declare module '*/count-panel.module.css' { const classes: ClassNames<'chart' | 'figures' | 'hint' | 'legend'>; export default classes; }
declare module '*/data-table.module.css' { const classes: ClassNames<'select' | 'sort' | 'table'>; export default classes; }
declare module '*/decide.module.css' { const classes: ClassNames<'form' | 'hint' | 'hypothesis' | 'icon' | 'kicker' | 'parts' | 'plot' | 'reason' | 'recommendation' | 'recommended' | 'scroll' | 'sentence' | 'table'>; export default classes; }
declare module '*/detail-page.module.css' { const classes: ClassNames<'actions' | 'back' | 'body' | 'dim' | 'editor' | 'header' | 'heading' | 'notice' | 'page' | 'slot' | 'tabs' | 'title' | 'titleLine'>; export default classes; }
declare module '*/dialog.module.css' { const classes: ClassNames<'body' | 'buttons' | 'danger' | 'secret'>; export default classes; }
declare module '*/diff-tab.module.css' { const classes: ClassNames<'summary'>; export default classes; }
declare module '*/difference.module.css' { const classes: ClassNames<'cut' | 'difference' | 'event' | 'head' | 'kind' | 'list' | 'lists' | 'mask' | 'note' | 'property' | 'value' | 'values'>; export default classes; }
declare module '*/editable-name.module.css' { const classes: ClassNames<'editor' | 'shown' | 'text'>; export default classes; }
declare module '*/editor.module.css' { const classes: ClassNames<'aside' | 'body' | 'columns' | 'form' | 'formError' | 'frame' | 'identity' | 'lockable' | 'or' | 'part' | 'partTitle' | 'reach' | 'sentence'>; export default classes; }
declare module '*/effect-over-time.module.css' { const classes: ClassNames<'legend' | 'mark'>; export default classes; }
declare module '*/event-check.module.css' { const classes: ClassNames<'check' | 'choice' | 'name' | 'note' | 'origin' | 'person' | 'time' | 'title' | 'verdict'>; export default classes; }
declare module '*/event-detail.module.css' { const classes: ClassNames<'actions' | 'batch' | 'block' | 'blockBar' | 'code' | 'compared' | 'editor' | 'header' | 'heading' | 'moment' | 'newestRow' | 'pane' | 'panel' | 'personLine' | 'personName' | 'properties' | 'propertyBar' | 'push' | 'reason' | 'requestLine' | 'sent' | 'tabList' | 'tabs' | 'title' | 'titleLine' | 'warnings'>; export default classes; }
declare module '*/event-matches.module.css' { const classes: ClassNames<'action' | 'actions' | 'count' | 'head' | 'missed' | 'name' | 'noFold' | 'note' | 'why'>; export default classes; }
declare module '*/event-rows.module.css' { const classes: ClassNames<'batch' | 'cells' | 'cut' | 'details' | 'frame' | 'gutter' | 'header' | 'idEnd' | 'idStart' | 'key' | 'label' | 'list' | 'mark' | 'name' | 'person' | 'pin' | 'preview' | 'reason' | 'row' | 'runway' | 'status' | 'time' | 'unassigned' | 'unseen'>; export default classes; }
declare module '*/exclusions.module.css' { const classes: ClassNames<'dim' | 'form' | 'preview'>; export default classes; }
declare module '*/expectation-editor.module.css' { const classes: ClassNames<'count' | 'grid' | 'is' | 'pair' | 'rows' | 'status' | 'type'>; export default classes; }
declare module '*/expectation-list.module.css' { const classes: ClassNames<'run' | 'sentence'>; export default classes; }
declare module '*/experiment-editor.module.css' { const classes: ClassNames<'fixed' | 'form' | 'keyNote' | 'names' | 'reach'>; export default classes; }
declare module '*/experiment-list.module.css' { const classes: ClassNames<'serves' | 'stack' | 'starts' | 'verdict'>; export default classes; }
declare module '*/experiment-page.module.css' { const classes: ClassNames<'ending' | 'endingLinks' | 'endingTitle' | 'fact' | 'facts' | 'note'>; export default classes; }
declare module '*/exposures-chart.module.css' { const classes: ClassNames<'chart' | 'dot' | 'legend' | 'variant' | 'variantKey'>; export default classes; }
declare module '*/field-box.module.css' { const classes: ClassNames<'box'>; export default classes; }
declare module '*/figures.module.css' { const classes: ClassNames<'figures' | 'small'>; export default classes; }
declare module '*/filter-bar.module.css' { const classes: ClassNames<'chip' | 'chips' | 'clear' | 'edit' | 'field' | 'hint' | 'icon' | 'input' | 'label' | 'option' | 'problem' | 'remove' | 'subject' | 'value'>; export default classes; }
declare module '*/flag-form.module.css' { const classes: ClassNames<'conditions' | 'row' | 'section' | 'sentence' | 'servedHint'>; export default classes; }
declare module '*/flag-list.module.css' { const classes: ClassNames<'actions' | 'differs' | 'snippet' | 'split' | 'stale' | 'type' | 'value' | 'why'>; export default classes; }
declare module '*/flag-page.module.css' { const classes: ClassNames<'dim' | 'page' | 'tabs'>; export default classes; }
declare module '*/fold-button.module.css' { const classes: ClassNames<'chevron' | 'fold'>; export default classes; }
declare module '*/glossary-page.module.css' { const classes: ClassNames<'entry' | 'terms'>; export default classes; }
declare module '*/guardrail-list.module.css' { const classes: ClassNames<'guardrail' | 'guardrails'>; export default classes; }
declare module '*/health.module.css' { const classes: ClassNames<'changes' | 'chip' | 'chips' | 'detail' | 'next' | 'table'>; export default classes; }
declare module '*/history-panel.module.css' { const classes: ClassNames<'lead'>; export default classes; }
declare module '*/icon-action.module.css' { const classes: ClassNames<'action'>; export default classes; }
declare module '*/interval-chart.module.css' { const classes: ClassNames<'at' | 'axis' | 'band' | 'bandKey' | 'bar' | 'cut' | 'density' | 'label' | 'outcome' | 'plot' | 'point' | 'reference' | 'tick' | 'truth' | 'whisker' | 'zero'>; export default classes; }
declare module '*/json-editor.module.css' { const classes: ClassNames<'code' | 'editor' | 'note' | 'plain'>; export default classes; }
declare module '*/json-tree.module.css' { const classes: ClassNames<'chevron' | 'copy' | 'entries' | 'entry' | 'key' | 'mark' | 'more' | 'none' | 'space' | 'type' | 'value'>; export default classes; }
declare module '*/key-value.module.css' { const classes: ClassNames<'label' | 'list' | 'value'>; export default classes; }
declare module '*/label-fields.module.css' { const classes: ClassNames<'labels'>; export default classes; }
declare module '*/layout.module.css' { const classes: ClassNames<'ends' | 'fields' | 'flow' | 'hidden' | 'inline' | 'line' | 'list' | 'part' | 'rows' | 'scrollMark' | 'stack' | 'tightStack' | 'wideStack' | 'widestStack' | 'wrap' | 'wrapLine'>; export default classes; }
declare module '*/life-dialog.module.css' { const classes: ClassNames<'choices' | 'dim' | 'fields' | 'points' | 'split' | 'suggested' | 'warnings' | 'warningsTitle'>; export default classes; }
declare module '*/lift-table.module.css' { const classes: ClassNames<'head' | 'scroll'>; export default classes; }
declare module '*/link-button.module.css' { const classes: ClassNames<'link' | 'plain'>; export default classes; }
declare module '*/list-page.module.css' { const classes: ClassNames<'clippedName' | 'filters' | 'list' | 'name' | 'tagInput' | 'toolbar'>; export default classes; }
declare module '*/lists.module.css' { const classes: ClassNames<'actions' | 'field' | 'form' | 'inline' | 'note' | 'submit'>; export default classes; }
declare module '*/live.module.css' { const classes: ClassNames<'foot' | 'hint' | 'link' | 'live' | 'scroll' | 'side' | 'state' | 'title' | 'toolbar' | 'unseen'>; export default classes; }
declare module '*/load-more.module.css' { const classes: ClassNames<'more'>; export default classes; }
declare module '*/marker.module.css' { const classes: ClassNames<'marker'>; export default classes; }
declare module '*/metric-card.module.css' { const classes: ClassNames<'adds' | 'any' | 'card' | 'days' | 'entryActions' | 'entryLine' | 'figures' | 'header' | 'line' | 'meaning' | 'name' | 'place' | 'problem' | 'scope' | 'setting' | 'sort' | 'steps' | 'target' | 'title' | 'value'>; export default classes; }
declare module '*/missing-code.module.css' { const classes: ClassNames<'code' | 'head' | 'item'>; export default classes; }
declare module '*/novelty.module.css' { const classes: ClassNames<'about' | 'changes' | 'foot'>; export default classes; }
declare module '*/onboarding.module.css' { const classes: ClassNames<'card' | 'cards' | 'check' | 'checks' | 'code' | 'codeFrame' | 'copy' | 'heading' | 'inDialog' | 'install' | 'lead' | 'note' | 'page' | 'pulse' | 'requests' | 'sdks' | 'steps' | 'title' | 'waiting' | 'wide'>; export default classes; }
declare module '*/override-banner.module.css' { const classes: ClassNames<'clearAll' | 'flag' | 'more' | 'override' | 'overrides' | 'words'>; export default classes; }
declare module '*/override-panel.module.css' { const classes: ClassNames<'fields' | 'hint' | 'override' | 'target'>; export default classes; }
declare module '*/page.module.css' { const classes: ClassNames<'actions' | 'description' | 'header' | 'heading' | 'page' | 'title'>; export default classes; }
declare module '*/persons.module.css' { const classes: ClassNames<'ago' | 'clock' | 'columns' | 'day' | 'facts' | 'identity' | 'marks' | 'moment' | 'pageTabs' | 'panel' | 'panelHeader' | 'sectionTitle' | 'split' | 'tab' | 'tabs' | 'toolbar' | 'where'>; export default classes; }
declare module '*/pins.module.css' { const classes: ClassNames<'button' | 'field' | 'head' | 'list' | 'note' | 'person' | 'pin' | 'pins' | 'text' | 'time'>; export default classes; }
declare module '*/pipeline-tab.module.css' { const classes: ClassNames<'body' | 'detail' | 'dot' | 'fact' | 'facts' | 'name' | 'outcome' | 'stage'>; export default classes; }
declare module '*/plan-event.module.css' { const classes: ClassNames<'code' | 'content' | 'editor' | 'examples' | 'schema'>; export default classes; }
declare module '*/plan-list.module.css' { const classes: ClassNames<'file' | 'settings' | 'violations'>; export default classes; }
declare module '*/planner.module.css' { const classes: ClassNames<'curveHead' | 'curves' | 'each' | 'figures' | 'inputs' | 'instead' | 'missing' | 'outcome' | 'plan' | 'weeks'>; export default classes; }
declare module '*/plot.module.css' { const classes: ClassNames<'bands' | 'bar' | 'line' | 'lines' | 'plot' | 'slice' | 'slices'>; export default classes; }
declare module '*/power-curve.module.css' { const classes: ClassNames<'curve'>; export default classes; }
declare module '*/preview-panel.module.css' { const classes: ClassNames<'count' | 'days' | 'event' | 'header' | 'list' | 'match' | 'matches' | 'open' | 'panel' | 'person' | 'row' | 'url'>; export default classes; }
declare module '*/preview.module.css' { const classes: ClassNames<'cell' | 'change' | 'changed' | 'changes' | 'columns' | 'flipped' | 'fold' | 'hint' | 'mark' | 'payload' | 'reason' | 'side' | 'was'>; export default classes; }
declare module '*/progress-line.module.css' { const classes: ClassNames<'run'>; export default classes; }
declare module '*/property-editor.module.css' { const classes: ClassNames<'actions' | 'date' | 'joint' | 'row' | 'suggestion' | 'tag' | 'tags' | 'tagsField' | 'value' | 'valueCell'>; export default classes; }
declare module '*/readout.module.css' { const classes: ClassNames<'card' | 'detail' | 'key' | 'mark' | 'readout' | 'row' | 'title' | 'value'>; export default classes; }
declare module '*/record-filter.module.css' { const classes: ClassNames<'count' | 'note' | 'open'>; export default classes; }
declare module '*/relay.module.css' { const classes: ClassNames<'answer' | 'line'>; export default classes; }
declare module '*/replay-dialog.module.css' { const classes: ClassNames<'label' | 'way'>; export default classes; }
declare module '*/results-details.module.css' { const classes: ClassNames<'details' | 'line' | 'panel' | 'step' | 'stepBar' | 'steps'>; export default classes; }
declare module '*/results-metrics.module.css' { const classes: ClassNames<'arrow' | 'axisCell' | 'axisTitle' | 'detailCell' | 'group' | 'groupCell' | 'keyBar' | 'keyDensity' | 'keyOutcome' | 'keyWhisker' | 'main' | 'message' | 'meter' | 'notes' | 'numbers' | 'open' | 'plotCell' | 'row' | 'scroll' | 'sentence' | 'sub' | 'table' | 'variant' | 'variantKey'>; export default classes; }
declare module '*/results-tab.module.css' { const classes: ClassNames<'hypothesis' | 'main' | 'tab' | 'top'>; export default classes; }
declare module '*/save-button.module.css' { const classes: ClassNames<'save'>; export default classes; }
declare module '*/saved-metrics.module.css' { const classes: ClassNames<'effect' | 'linked' | 'menu' | 'uses'>; export default classes; }
declare module '*/saved-views.module.css' { const classes: ClassNames<'filter' | 'heading' | 'name' | 'open' | 'panel' | 'save' | 'view' | 'views'>; export default classes; }
declare module '*/search-field.module.css' { const classes: ClassNames<'search' | 'short'>; export default classes; }
declare module '*/section.module.css' { const classes: ClassNames<'actions' | 'header' | 'section'>; export default classes; }
declare module '*/sender-figures.module.css' { const classes: ClassNames<'error'>; export default classes; }
declare module '*/setting.module.css' { const classes: ClassNames<'fields'>; export default classes; }
declare module '*/settings.module.css' { const classes: ClassNames<'content' | 'link' | 'nav' | 'settings'>; export default classes; }
declare module '*/shell.module.css' { const classes: ClassNames<'content' | 'main' | 'shell' | 'skip'>; export default classes; }
declare module '*/shortcuts.module.css' { const classes: ClassNames<'keys'>; export default classes; }
declare module '*/sidebar.module.css' { const classes: ClassNames<'brand' | 'check' | 'chevron' | 'foot' | 'initial' | 'keys' | 'link' | 'linkLabel' | 'menu' | 'name' | 'nav' | 'project' | 'search' | 'searchLabel' | 'sidebar' | 'switcher'>; export default classes; }
declare module '*/simulated-plan.module.css' { const classes: ClassNames<'control' | 'found' | 'hint' | 'outcome' | 'shown' | 'simulated'>; export default classes; }
declare module '*/simulator.module.css' { const classes: ClassNames<'bar' | 'field' | 'fields' | 'hint' | 'lead' | 'legend' | 'progress' | 'start' | 'tab' | 'wide'>; export default classes; }
declare module '*/skeleton-rows.module.css' { const classes: ClassNames<'row'>; export default classes; }
declare module '*/span-select.module.css' { const classes: ClassNames<'chevron'>; export default classes; }
declare module '*/split-bar.module.css' { const classes: ClassNames<'bar' | 'label' | 'part' | 'percent'>; export default classes; }
declare module '*/split-panes.module.css' { const classes: ClassNames<'first' | 'panes' | 'second' | 'separator'>; export default classes; }
declare module '*/start.module.css' { const classes: ClassNames<'field' | 'form' | 'mono' | 'note' | 'taken' | 'title'>; export default classes; }
declare module '*/state.module.css' { const classes: ClassNames<'action' | 'body' | 'danger' | 'state' | 'title'>; export default classes; }
declare module '*/status-bar.module.css' { const classes: ClassNames<'bar' | 'figure' | 'gap' | 'state'>; export default classes; }
declare module '*/status-chip.module.css' { const classes: ClassNames<'chip'>; export default classes; }
declare module '*/status.module.css' { const classes: ClassNames<'compare' | 'dim' | 'event' | 'found' | 'got' | 'head' | 'heading' | 'id' | 'missed' | 'required' | 'result' | 'said' | 'sentence' | 'status' | 'summary' | 'title' | 'why'>; export default classes; }
declare module '*/step-editor.module.css' { const classes: ClassNames<'add' | 'every' | 'header' | 'label' | 'nameInput' | 'problem' | 'relation' | 'step' | 'text'>; export default classes; }
declare module '*/storage-section.module.css' { const classes: ClassNames<'notices'>; export default classes; }
declare module '*/swatch.module.css' { const classes: ClassNames<'entry' | 'key' | 'swatch'>; export default classes; }
declare module '*/table-toggle.module.css' { const classes: ClassNames<'toggle'>; export default classes; }
declare module '*/tabs.module.css' { const classes: ClassNames<'mark' | 'tab' | 'tabs'>; export default classes; }
declare module '*/tag-list.module.css' { const classes: ClassNames<'more' | 'tag' | 'tags'>; export default classes; }
declare module '*/terms.module.css' { const classes: ClassNames<'term'>; export default classes; }
declare module '*/test-button.module.css' { const classes: ClassNames<'detail'>; export default classes; }
declare module '*/test-panel.module.css' { const classes: ClassNames<'answer' | 'heading' | 'panel' | 'payload' | 'person' | 'reason' | 'served' | 'top' | 'valueLine'>; export default classes; }
declare module '*/test-run-list.module.css' { const classes: ClassNames<'label' | 'name'>; export default classes; }
declare module '*/test-run-page.module.css' { const classes: ClassNames<'details' | 'facts' | 'label' | 'sections'>; export default classes; }
declare module '*/test-run.module.css' { const classes: ClassNames<'bar' | 'count' | 'label' | 'on' | 'run' | 'start' | 'text'>; export default classes; }
declare module '*/test-subject.module.css' { const classes: ClassNames<'add' | 'group' | 'groupLine' | 'grow' | 'hint' | 'option' | 'person' | 'typed'>; export default classes; }
declare module '*/text-button.module.css' { const classes: ClassNames<'button' | 'quiet'>; export default classes; }
declare module '*/text.module.css' { const classes: ClassNames<'badge' | 'clipped' | 'code' | 'count' | 'dim' | 'facts' | 'figure' | 'mono' | 'muted' | 'note' | 'pageTitle' | 'paneTitle' | 'quietLink' | 'tag' | 'title'>; export default classes; }
declare module '*/theme.module.css' { const classes: ClassNames<'description' | 'inlineLabel' | 'label' | 'loader' | 'modal' | 'modalHeader' | 'modalTitle' | 'notifications' | 'option' | 'pillsField'>; export default classes; }
declare module '*/time-chart.module.css' { const classes: ClassNames<'chart' | 'foot' | 'legend' | 'marks' | 'resting' | 'scale' | 'table'>; export default classes; }
declare module '*/time-menu.module.css' { const classes: ClassNames<'head'>; export default classes; }
declare module '*/true-lifts.module.css' { const classes: ClassNames<'keyTruth'>; export default classes; }
declare module '*/unlock.module.css' { const classes: ClassNames<'cover' | 'form' | 'list' | 'page' | 'title'>; export default classes; }
declare module '*/usage-panel.module.css' { const classes: ClassNames<'count' | 'live' | 'total' | 'totals'>; export default classes; }
declare module '*/value-mark.module.css' { const classes: ClassNames<'mark' | 'word'>; export default classes; }
declare module '*/variant-editor.module.css' { const classes: ClassNames<'below' | 'columns' | 'foot' | 'mono' | 'number' | 'payload' | 'payloadField' | 'payloadOpen' | 'preview' | 'problem' | 'row' | 'variant'>; export default classes; }
declare module '*/verdict.module.css' { const classes: ClassNames<'actions' | 'computed' | 'figures' | 'head' | 'icon' | 'next' | 'schedule' | 'text' | 'title' | 'verdict'>; export default classes; }
declare module '*/who-flips.module.css' { const classes: ClassNames<'answer' | 'change' | 'count' | 'flips' | 'head'>; export default classes; }
declare module '*/why-not.module.css' { const classes: ClassNames<'condition' | 'hint' | 'icon' | 'step' | 'value' | 'words'>; export default classes; }
declare module '*/working.module.css' { const classes: ClassNames<'entry' | 'group' | 'groups' | 'how' | 'inputs' | 'line' | 'lines' | 'note' | 'title' | 'value'>; export default classes; }
