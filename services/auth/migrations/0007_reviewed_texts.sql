update app set change = change || jsonb_build_object('description', coalesce(description, ''), 'supportUrl', coalesce(support_url, ''))
where change is not null;
comment on column app.change is 'Change of a published app that waits for approval: {name, description, logoUrl, scopes, installUrl, supportUrl}.';
