import { z } from 'zod';

// The content security policy forbids code made from strings, which zod would otherwise try for speed. Imported before
// any contract, because schemas look at this when they are made.
z.config({ jitless: true });
