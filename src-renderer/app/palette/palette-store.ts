import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, and what opens and closes it: apart from the palette, which is loaded later. */
export const [paletteStore, palette] = createSpotlight();
