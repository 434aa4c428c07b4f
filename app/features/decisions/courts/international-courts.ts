type Named = { name: string; abbreviation: string };

/**
 * Courts and authorities with a name in each language, by their code; the English one, and that in
 * their own language, are in the table of courts.
 */
export const internationalCourts: Partial<Record<string, Partial<Record<string, Named>>>> = {
  'EU:C': {
    fr: { name: 'Cour de justice de l’Union européenne', abbreviation: 'CJUE' },
    de: { name: 'Gerichtshof der Europäischen Union', abbreviation: 'EuGH' },
  },
  'EU:T': {
    fr: { name: 'Tribunal de l’Union européenne', abbreviation: 'Trib. UE' },
    de: { name: 'Gericht der Europäischen Union', abbreviation: 'EuG' },
  },
  'EU:F': {
    fr: {
      name: 'Tribunal de la fonction publique de l’Union européenne',
      abbreviation: 'TFPUE',
    },
    de: {
      name: 'Gericht für den öffentlichen Dienst der Europäischen Union',
      abbreviation: 'EuGöD',
    },
  },
  'EU:EDPB': {
    fr: { name: 'Comité européen de la protection des données', abbreviation: 'EDPB' },
    de: { name: 'Europäischer Datenschutzausschuss', abbreviation: 'EDSA' },
  },
  'EU:EDPS': {
    fr: { name: 'Contrôleur européen de la protection des données', abbreviation: 'CEPD' },
    de: { name: 'Europäischer Datenschutzbeauftragter', abbreviation: 'EDSB' },
  },
  'CE:ECHR': {
    fr: { name: 'Cour européenne des droits de l’homme', abbreviation: 'CEDH' },
    de: { name: 'Europäischer Gerichtshof für Menschenrechte', abbreviation: 'EGMR' },
  },
  'EFTA:EFTA': {
    fr: { name: 'Cour AELE', abbreviation: 'Cour AELE' },
    de: { name: 'EFTA-Gerichtshof', abbreviation: 'EFTA-Gerichtshof' },
  },
};
