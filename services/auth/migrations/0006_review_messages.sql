create table review_message (
  id text collate "C" primary key,
  review_id text collate "C" not null references app_review (id),
  author_id text collate "C" not null references person (id),
  from_staff boolean not null,
  content text not null,
  created_at timestamptz(3) not null
);
comment on table review_message is 'Conversation of the staff and a developer about a review.';
create index review_message_of_review on review_message (review_id, id);
