ALTER TABLE "decision_import_items" ADD COLUMN "documents" uuid[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- For imports of before this nobody noted them: as was so far, all documents of the decision go back.
UPDATE decision_import_items SET documents = ARRAY(
  SELECT document.id FROM intranet_resources AS document
    JOIN decision_records AS record ON upper(document.metadata #>> '{judgment,ecli}') = upper(record.identifier)
    WHERE record.id = decision)
  WHERE before IS NOT NULL;
