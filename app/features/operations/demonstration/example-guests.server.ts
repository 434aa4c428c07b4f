import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { schema, type Transaction } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import type { registrationFile } from './content-schemas';

/** Puts invented guests on the lists of events. */
export async function createExampleGuests(
  tx: Transaction,
  guests: z.output<typeof registrationFile>,
): Promise<void> {
  for (const guest of guests) {
    const [event] = await tx
      .select({ id: schema.events.id })
      .from(schema.events)
      .where(eq(schema.events.slug, guest.event));
    if (!event) throw new Error(`There is no event ${guest.event}`);
    await makeRegistration(tx, {
      eventId: event.id,
      guestName: guest.name,
      guestEmail: guest.email,
      guestCourt: guest.court,
      guestCountry: guest.country,
      mode: guest.mode,
      status: guest.status,
      needs: guest.needs,
      listConsent: guest.listConsent,
      photoConsent: guest.photoConsent,
    });
  }
}
